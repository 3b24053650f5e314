import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { auditedOf, formsOf, readDocument } from './callFormsPlugin'
import { actionsIn, byItself } from './console/src/features/audit/decideActions'

const web = fileURLToPath(new URL('.', import.meta.url))
const prefix = '/operator/api/'
const document = readDocument()

/** The calls that the console does not make, and why. */
const unused: Record<string, string> = {
  'proposals/create': 'each kind of proposal has a call of its own',
  'audit/verify': 'the browser recomputes the chain itself',
}

/** What a story presses without naming the call, by what it presses. */
const pressedBy: Record<string, string> = {
  'audit/chain': 'Recompute the chain here',
  'audit/export': 'Export all of it',
  'news/draft': 'Save the draft',
  'orders/address': 'Show the address',
  'orders/invalidate': 'Cancel and refund',
  'orders/labels': 'Labels of these as a file',
  'orders/reverse': 'Propose the refund',
  'orders/ship': 'Ship each',
  'pictures/upload': 'Upload',
  'proposals/try': 'Try it first',
  signin: 'Sign in with the wallet',
  'signin/enrol': 'First time here: set up an authenticator',
  signout: 'Sign out',
  'suspense/announce': 'Announce it for this person',
  'suspense/assign': 'Propose the assignment',
  'users/find': 'Find',
  'users/note': 'Write a note',
}

/** The calls whose buttons no story presses, and why. */
const unpressed: Record<string, string> = {
  me: 'the page asks it by itself',
  'pictures/list': 'the page asks it by itself, and no story has more pictures than a page',
  'sessions/list': 'the page asks it by itself',
}

/** The calls that the console's sources name. */
function namedCalls(by = 'call|openStream|act|useAnswer|useRows|useRecords|useWhole'): Set<string> {
  const root = join(web, 'console/src')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
  const naming = new RegExp(`(?:${by})\\(\\s*'([a-z]+(?:/[a-zA-Z]+)?)'`, 'g')
  return new Set(sources.flatMap((source) => [...source.matchAll(naming)].map(([, call = '']) => call)))
}

/** What the stories of the console say. */
function stories(): string {
  const root = join(web, 'e2e')
  const names = readdirSync(root).filter((name) => /^console\..*story\.ts$|^console\.ts$/.test(name))
  return names.map((name) => readFileSync(join(root, name), 'utf8')).join('\n')
}

/** The calls whose buttons the stories press: they wait for its answer, name it before its button, or press what is known to make it. */
function pressedCalls(source: string): Set<string> {
  const answered = [...source.matchAll(/\/operator\/api\/([\w/]+)['`]|'([a-z]+\/\w+)', '[A-Z]/g)].map(([, waited, sent]) => waited ?? sent ?? '')
  return new Set([...answered, ...Object.keys(pressedBy).filter((call) => source.includes(`'${pressedBy[call]}'`))])
}

it('every call of operators is made by the console, or listed with the reason', () => {
  const named = namedCalls()
  const all = Object.keys(document.paths).map((path) => path.slice(prefix.length))
  expect(all.filter((path) => !named.has(path)).sort()).toEqual(Object.keys(unused).sort())
  expect([...named].filter((path) => !all.includes(path))).toEqual([])
})

it('a form asks for nothing that the server writes itself', () => {
  const asked = formsOf(document)['machines/change']?.fields.map(({ name }) => name)
  expect(asked).toContain('names')
  expect(asked).not.toContain('called')
})

it('a list is asked for rows by their keys where its rows have one', () => {
  const forms = formsOf(document)
  expect([forms['users/suspended']?.hasKeys, forms['news/lacking']?.hasKeys]).toEqual([true, false])
})

it('every button of the console is pressed by a story, or listed with the reason', () => {
  const pressed = pressedCalls(stories())
  const made = [...namedCalls('call|act')]
  expect(made.filter((call) => !pressed.has(call)).sort()).toEqual(Object.keys(unpressed).sort())
  const story = "await sent(form, 'bids/place', 'Place a bid'); page.waitForResponse('**/operator/api/news/pin'); operator.call('goods/hide', {})"
  expect([...pressedCalls(story)]).toEqual(['bids/place', 'news/pin'])
})

describe('the words', () => {
  const texts = (namespace: string) => JSON.parse(readFileSync(join(web, `locales/en/${namespace}.json`), 'utf8')) as Record<string, string>
  const words = texts('console-words')
  const acts = texts('console-acts')
  const asked = Object.entries(formsOf(document)).filter(([path]) => `call.${path}` in acts)

  it('are there for every field that a form asks for', () => {
    expect(asked.flatMap(([, { fields }]) => fields.map(({ name }) => name)).filter((name) => !(`field.${name}` in words))).toEqual([])
  })

  it('are there for every field of what is announced', () => {
    const announced = ['CatalogueAnnouncedNext', 'ShopAnnouncedPrice'].flatMap((name) => Object.keys(document.components.schemas[name]?.properties ?? {}))
    expect(announced.length).toBeGreaterThan(4)
    expect(announced.filter((name) => !(`field.${name}` in words))).toEqual([])
  })

  it('are there for every value that can be chosen', () => {
    expect(asked.flatMap(([, { fields }]) => fields.flatMap(({ values = [] }) => values)).filter((value) => !(`word.${value}` in words))).toEqual([])
  })

  it('are there for everything that the log has been told', () => {
    const named = { ...acts, ...texts('console-waiting'), ...texts('console-boards') }
    const written = Object.entries(document.paths).flatMap(([path, { post }]) =>
      post['x-audited'] ? [[path.slice(prefix.length), post['x-kind']] as const] : [],
    )
    expect(written.length).toBeGreaterThan(60)
    expect(written.filter(([path, kind]) => ![`call.${path}`, `audit.action.${path}`, `proposals.kind.${kind}`].some((key) => key in named))).toEqual([])
  })

  it('are there for every action that the log can be narrowed to, each its own in every language', () => {
    const core = ['core/operator', 'core/operator/emergency', 'core/operator/funds'].flatMap((folder) => {
      const all = join(web, '../internal', folder)
      return readdirSync(all)
        .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
        .map((name) => readFileSync(join(all, name), 'utf8'))
    })
    // What has no call: the program's own, and that of its command line.
    const own = core.flatMap((source) => [
      ...[...source.matchAll(/audit\.Write\(tx, [\w.]+(?:\(\)|\{\})+, "([^"]+)"/g)].map(([, action = '']) => action),
      ...[...source.matchAll(/^\taction\w+ += "([^"]+)"/gm)].map(([, action = '']) => action),
    ])
    const called = auditedOf(document).map(({ path }) => path)
    expect([...new Set(own)].filter((action) => !called.includes(action)).sort()).toEqual([...byItself].sort())
    for (const language of ['zhtw', 'en', 'ru']) {
      const read = (namespace: string) => JSON.parse(readFileSync(join(web, `locales/${language}/${namespace}.json`), 'utf8')) as Record<string, string>
      const named = { ...read('console-acts'), ...read('console-waiting'), ...read('console-boards') }
      const keyed = (action: string, kind: string) =>
        named[`proposals.kind.${kind}`] ?? named[`call.${action.replaceAll(' ', '_')}`] ?? named[`audit.action.${action.replaceAll(' ', '_')}`] ?? ''
      const said = actionsIn(auditedOf(document), 'en', keyed).map(([, words]) => words)
      expect(said.filter((words, at) => words === '' || said.indexOf(words) !== at)).toEqual([])
    }
  })

  it('are there for every reason why a payment waits, failed or was not credited', () => {
    const go = (path: string) => readFileSync(join(web, '../internal', path), 'utf8')
    const reasons = [
      ...['core/payout/payout.go', 'core/payout/anchor.go'].flatMap((path) => [...go(path).matchAll(/\bReason\w+ += "(\w+)"/g)]),
      ...go('core/payout/lease.go').matchAll(/\bBreaker\w+ +Breaker = "(\w+)"/g),
      ...go('infra/chain/signer/refusal.go').matchAll(/= refusal\("(\w+)"\)/g),
      ...go('features/withdrawal/operator_http.go').matchAll(/^const payout\w+ = "(\w+)"/gm),
      ...go('core/payment/store.go').matchAll(/\breason\w+ +Reason = "(\w+)"/g),
    ].map(([, reason = '']) => reason)
    expect(reasons.length).toBeGreaterThan(50)
    expect(reasons.filter((reason) => !(`word.${reason}` in words))).toEqual([])
  })

  it('are there for every class of accounts, and for none that is gone', () => {
    const ledger = readFileSync(join(web, '../internal/core/ledger/account.go'), 'utf8')
    const classes = [...ledger.matchAll(/^\t\w+ +Class = "([\w.-]+)"/gm)].map(([, name]) => `account.${name?.replaceAll('.', '_')}`)
    expect(classes.length).toBeGreaterThan(25)
    expect(
      Object.keys(words)
        .filter((key) => key.startsWith('account.'))
        .sort(),
    ).toEqual(classes.sort())
  })

  it('say of every act what it does', () => {
    expect(asked.map(([path]) => path).filter((path) => !(`about.${path}` in acts))).toEqual([])
  })
})

it('the checklist names settings that there are, the same in each language', () => {
  const config = join(web, '../internal/infra/config')
  const declared = readdirSync(config)
    .map((name) => readFileSync(join(config, name), 'utf8'))
    .join('')
  const named = ['zhtw', 'en', 'ru'].map((language) => {
    const texts = JSON.parse(readFileSync(join(web, `locales/${language}/console-boards.json`), 'utf8')) as Record<string, string>
    const steps = Object.entries(texts).flatMap(([key, text]) => (key.startsWith('checklist.') ? [text] : []))
    return [...steps.join('\n').matchAll(/--([a-z][a-z0-9-]+)/g)].map(([, setting = '']) => setting)
  })
  const settings = [...new Set(named.flat())].filter((one) => !['role', 'verify'].includes(one))
  expect(settings.length).toBeGreaterThan(8)
  expect(settings.filter((one) => !declared.includes(`"${one}"`))).toEqual([])
  expect(named.map((list) => [...list].sort())).toEqual(named.map(() => [...(named[0] ?? [])].sort()))
})
