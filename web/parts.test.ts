import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { workspaces } from './workspaces'

const web = fileURLToPath(new URL('.', import.meta.url))

const sources = new Map(
  workspaces
    .map((name) => `${name}/src`)
    .flatMap((root) =>
      readdirSync(web + root, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
        .map((name): [string, string] => [`${root}/${name}`, readFileSync(`${web}${root}/${name}`, 'utf8')]),
    ),
)

interface Part {
  /** What there is a part for, as it looks where it is written by hand. */
  byHand: RegExp
  /** Where it is nevertheless, and why. */
  except: Record<string, string>
  /** The workspace it is for; without one all of them. */
  of?: string
}

const ofField = 'the problem of a field has a name, by which the field says it'
const withPress = 'there is a press in it'
const stays = 'an answer that came before stays, and that none came now is said above it'

/** What each part is there for. What is written by hand beside it stands here with its reason, or uses the part. */
const parts: Record<string, Part> = {
  'Answer: the faces of an answer': {
    byHand: /<ErrorRetry\b/,
    except: {
      'kit/src/ui/Answer.tsx': 'the part itself',
      'console/src/app/Sessions.tsx': stays,
      'console/src/core/pictures/PicturesInput.tsx': 'what is chosen stands by its ids while its pictures are not there, and pages that are there stay',
      'console/src/core/rows/Rows.tsx': 'a list knows its fault and its rows, and is no answer itself',
      'console/src/features/checklist/ChecklistScreen.tsx': stays,
      'console/src/features/news/NewsEditor.tsx': 'a new article is written without an answer',
      'console/src/features/news/Preview.tsx': 'an earlier preview is not shown where none came now',
      'console/src/features/people/PeopleScreen.tsx': 'nothing is awaited until somebody is looked for',
      'console/src/features/suspense/FindPerson.tsx': 'nothing is awaited until somebody is looked for',
      'console/src/features/withdrawals/WithdrawalPanel.tsx': stays,
      'console/src/features/withdrawals/WithdrawalsScreen.tsx': 'the list stands without the reviews, by which alone it can be decided',
      'kit/src/ui/ListEnd.tsx': 'the end of a list asks for the next page, or for all of it',
      'player/src/features/game/play/Result.tsx': 'the boxes of a round stand where they open while it is awaited, and while it is not there',
      'player/src/features/home/Further.tsx': 'the front page comes without the file of parts',
      'player/src/features/home/HomeScreen.tsx': 'the front page comes without the file of parts',
      'player/src/features/home/IncomeLine.tsx': 'the front page comes without the file of parts',
      'player/src/features/user/MineScreen.tsx': 'an answer that came before stays, and that none came now is said below it',
      'player/src/features/wallet/checks/ChecksScreen.tsx': 'of three answers each is shown that came, and those that failed are asked for together',
      'player/src/features/withdrawal/WithdrawForm.tsx': 'it stands in the place of the button, which waits for the quote',
    },
  },
  'Rows and ListAnswer: an endless list': {
    byHand: /<ListEnd\b/,
    except: {
      'kit/src/ui/ListAnswer.tsx': 'the part itself',
      'player/src/features/node/list/NodeSheet.tsx': 'one node is looked for in a list that is read on until it is found',
      'player/src/features/wallet/movements/MovementList.tsx':
        'what is found is less than what was read, and the sheet of a movement stays where the list is empty',
      'player/src/features/wallet/movements/MovementSheet.tsx': 'one movement is looked for in a list that is read on until it is found',
    },
  },
  'Alert: what has to be read now': {
    byHand: /\brole=("alert"|\{[^}]*'alert')/,
    except: {
      'console/src/app/Shell.tsx': withPress,
      'console/src/core/form/Outdated.tsx': withPress,
      'console/src/core/form/fields.tsx': ofField,
      'kit/src/ui/Alert.tsx': 'the part itself',
      'kit/src/ui/AmountField.tsx': ofField,
      'kit/src/ui/ErrorRetry.tsx': withPress,
      'kit/src/ui/TextField.tsx': ofField,
      'player/src/app/moving/EarlierCommands.tsx': withPress,
      'player/src/app/shell/RouteBoundary.tsx': 'it stands in the place of the screen',
      'player/src/app/shell/Shell.tsx': 'a bar over the whole width of the screen',
      'player/src/core/checkout/order/QuantityField.tsx': ofField,
    },
  },
  'Option: one of several': {
    byHand: /type="radio"/,
    except: {
      'console/src/core/form/fields.tsx': 'operators see the radio as their browser draws it',
      'kit/src/ui/Option.tsx': 'the part itself',
      'player/src/features/shop/address/AddressSheet.tsx': 'presses stand beside what is chosen, in the same frame',
    },
  },
  'AskFirst: a question before what cannot be undone': {
    byHand: /\[is(Asked|Confirming|Sure)\b/,
    except: {
      'kit/src/ui/AskFirst.tsx': 'the part itself',
      'player/src/features/shop/address/AddressSheet.tsx': 'the question stands in the place of three presses',
    },
  },
  'useMutation: how an act stands': { byHand: /useState<[^>]*'(failed|unreachable|saving|sending)'/, except: {} },
  'sendFromWallet: a transfer from the wallet': {
    byHand: /\bsendTransfer\(/,
    except: { 'player/src/core/deposit/sendFromWallet.ts': 'the part itself', 'player/src/core/wallet/transfer.ts': 'what the part sends with' },
  },
  'links: every way to a place, so that there is no other than the routes': {
    of: 'player',
    byHand: /\b(Link|NavLink|Navigate|useNavigate)\b[^}]*\} from 'react-router'|pathname [!=]== '/,
    except: { 'player/src/core/frame/links.ts': 'the part itself', 'player/src/core/frame/useSheet.ts': 'a sheet stays on its screen' },
  },
  'readKept: what a device keeps, by its shape': {
    byHand: /JSON\.parse\([^)]*(getItem|\btext \?\?)/,
    except: {
      'kit/src/kept/kept.ts': 'the part itself',
      'player/src/core/session/kept.ts': 'the first script of the page comes before the part',
      'player/src/core/session/resume.ts': 'the first screen comes before the part',
    },
  },
}

describe.each(Object.entries(parts))('%s', (_, { byHand, except, of = '' }) => {
  it('is written by hand only where a reason is given', () => {
    expect([...sources].flatMap(([path, source]) => (path.startsWith(of) && byHand.test(source) ? [path] : [])).toSorted()).toEqual(
      Object.keys(except).toSorted(),
    )
  })
})

it('sees what is written by hand', () => {
  const seen = (name: string) => Object.values(parts).filter(({ byHand }) => byHand.test(name)).length
  for (const line of [
    '<ErrorRetry of={answer} />',
    '<ListEnd list={list} />',
    '<p role="alert">',
    "<p role={isWrong ? 'alert' : 'status'}>",
    '<input type="radio" />',
    'const [isAsked, setIsAsked] = useState(false)',
    "useState<'idle' | 'saving'>('idle')",
    'await sendTransfer(provider, transfer)',
    "import { Link, useLocation } from 'react-router'",
    "if (pathname === '/walet') return null",
    "JSON.parse(localStorage.getItem(key) ?? 'null')",
  ])
    expect([line, seen(line)]).toEqual([line, 1])
})

/** The components, hooks and types that more than one of the files exports. */
function sharedNames(files: ReadonlyMap<string, string>): string[] {
  const exported = [...files].flatMap(([path, source]) =>
    /^(player|kit)\//.test(path)
      ? [...source.matchAll(/^export (?:async )?(?:const|function|class|interface|type) ((?:[A-Z]|use[A-Z])\w*)/gm)].map(([, name]) => name)
      : [],
  )
  return exported.flatMap((name, at) => (name !== undefined && exported.indexOf(name) < at ? [name] : []))
}

it('what the player and the kit export has a name of its own', () => {
  expect(sharedNames(sources)).toEqual([])
  const twice = ['export function Step() {}\nexport const step = 1', 'export type Step = 1\nexport const step = 2', 'export const useStep = 1']
  expect(sharedNames(new Map(twice.map((source, at) => [`${at > 0 ? 'kit' : 'player'}/src/${at}.ts`, source])))).toEqual(['Step'])
})
