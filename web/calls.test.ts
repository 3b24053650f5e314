import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { formsOf, readDocument } from './callFormsPlugin'

const web = fileURLToPath(new URL('.', import.meta.url))
const prefix = '/operator/api/'
const document = readDocument()

/** The calls that the console does not make, and why. */
const unused: Record<string, string> = {
  'banners/add': 'its screen is not there yet',
  'banners/change': 'its screen is not there yet',
  'banners/list': 'its screen is not there yet',
  'banners/order': 'its screen is not there yet',
  'banners/preview': 'its screen is not there yet',
  'banners/remove': 'its screen is not there yet',
  'banners/schedule': 'its screen is not there yet',
  'bids/cancel': 'its screen is not there yet',
  'bids/list': 'its screen is not there yet',
  'bids/place': 'its screen is not there yet',
  'boards/chain': 'its screen is not there yet',
  'capital/move': 'its screen is not there yet',
  'carriers/change': 'its screen is not there yet',
  'carriers/list': 'its screen is not there yet',
  'figures/about': 'its screen is not there yet',
  'figures/days': 'its screen is not there yet',
  'game/bankroll': 'its screen is not there yet',
  'game/entries': 'its screen is not there yet',
  'game/round': 'its screen is not there yet',
  'game/rounds': 'its screen is not there yet',
  'goods/change': 'its screen is not there yet',
  'goods/hide': 'its screen is not there yet',
  'goods/list': 'its screen is not there yet',
  'jobs/list': 'its screen is not there yet',
  'jobs/parked': 'its screen is not there yet',
  'jobs/retry': 'its screen is not there yet',
  'machines/catalogue': 'its screen is not there yet',
  'machines/change': 'its screen is not there yet',
  'machines/hide': 'its screen is not there yet',
  'machines/pause': 'its screen is not there yet',
  'machines/resume': 'its screen is not there yet',
  'news/lacking': 'its screen is not there yet',
  'news/pin': 'its screen is not there yet',
  'nodes/change': 'its screen is not there yet',
  'nodes/dryRun': 'its screen is not there yet',
  'nodes/levels': 'its screen is not there yet',
  'payments/intent': 'its screen is not there yet',
  'payments/intents': 'its screen is not there yet',
  'payments/transfers': 'its screen is not there yet',
  'payouts/attention': 'its screen is not there yet',
  'pictures/describe': 'its screen is not there yet',
  'pictures/list': 'its screen is not there yet',
  'pictures/remove': 'its screen is not there yet',
  'pictures/upload': 'its screen is not there yet',
  'pools/fund': 'its screen is not there yet',
  'rewards/delayed': 'its screen is not there yet',
  'rewards/grant': 'its screen is not there yet',
  'rewards/refuse': 'its screen is not there yet',
  'roles/change': 'its screen is not there yet',
  'roles/object': 'its screen is not there yet',
  'staff/list': 'its screen is not there yet',
  'team/overview': 'its screen is not there yet',
  'users/debit': 'its screen is not there yet',
  'users/debitBack': 'its screen is not there yet',
  'users/erase': 'its screen is not there yet',
  'users/find': 'its screen is not there yet',
  'users/flag': 'its screen is not there yet',
  'users/flagged': 'its screen is not there yet',
  'users/liftFlag': 'its screen is not there yet',
  'users/note': 'its screen is not there yet',
  'users/notes': 'its screen is not there yet',
  'users/platform': 'its screen is not there yet',
  'users/play': 'its screen is not there yet',
  'users/playLimits': 'its screen is not there yet',
  'users/restore': 'its screen is not there yet',
  'users/suspend': 'its screen is not there yet',
  'users/suspended': 'its screen is not there yet',
  'users/team': 'its screen is not there yet',
  'users/topUp': 'its screen is not there yet',
  'withdrawals/cover': 'its screen is not there yet',
  'withdrawals/giveUp': 'its screen is not there yet',
  'withdrawals/recall': 'its screen is not there yet',
  'withdrawals/reissue': 'its screen is not there yet',
  'proposals/create': 'each kind of proposal has a call of its own',
  'audit/chain': 'the audit trail is not there yet',
  'audit/export': 'the audit trail is not there yet',
  'audit/list': 'the audit trail is not there yet',
  'audit/verify': 'the audit trail is not there yet',
  'orders/address': 'the queue of orders is not there yet',
  'orders/invalidate': 'the queue of orders is not there yet',
  'orders/labels': 'the queue of orders is not there yet',
  'orders/list': 'the queue of orders is not there yet',
  'orders/reverse': 'the queue of orders is not there yet',
  'orders/ship': 'the queue of orders is not there yet',
  'suspense/announce': 'the queue of suspense is not there yet',
  'suspense/assign': 'the queue of suspense is not there yet',
  'suspense/list': 'the queue of suspense is not there yet',
}

/** The calls that the console's sources name. */
function namedCalls(): Set<string> {
  const root = join(web, 'console/src')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
  const named = sources.flatMap((source) =>
    [...source.matchAll(/(?:call|act|useAnswer|useRows|useRecords)\(\s*'([a-z]+(?:\/[a-zA-Z]+)?)'/g)].map(([, call = '']) => call),
  )
  return new Set(named)
}

it('every call of operators is made by the console, or listed with the reason', () => {
  const named = namedCalls()
  const all = Object.keys(document.paths).map((path) => path.slice(prefix.length))
  expect(all.filter((path) => !named.has(path)).sort()).toEqual(Object.keys(unused).sort())
  expect([...named].filter((path) => !all.includes(path))).toEqual([])
})

describe('the words', () => {
  const texts = (namespace: string) => JSON.parse(readFileSync(join(web, `locales/en/${namespace}.json`), 'utf8')) as Record<string, string>
  const words = texts('console-words')
  const acts = texts('console-acts')
  const asked = Object.entries(formsOf(document)).filter(([path]) => `call.${path}` in acts)

  it('are there for every field that a form asks for', () => {
    expect(asked.flatMap(([, { fields }]) => fields.map(({ name }) => name)).filter((name) => !(`field.${name}` in words))).toEqual([])
  })

  it('are there for every value that can be chosen', () => {
    expect(asked.flatMap(([, { fields }]) => fields.flatMap(({ values = [] }) => values)).filter((value) => !(`word.${value}` in words))).toEqual([])
  })

  it('say of every act what it does', () => {
    expect(asked.map(([path]) => path).filter((path) => !(`about.${path}` in acts))).toEqual([])
  })
})
