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
  'proposals/create': 'each kind of proposal has a call of its own',
  'audit/verify': 'the browser recomputes the chain itself',
}

/** The calls that the console's sources name. */
function namedCalls(): Set<string> {
  const root = join(web, 'console/src')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
  const named = sources.flatMap((source) =>
    [...source.matchAll(/(?:call|openStream|act|useAnswer|useRows|useRecords)\(\s*'([a-z]+(?:\/[a-zA-Z]+)?)'/g)].map(([, call = '']) => call),
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

  it('are there for every reason why a payment waits, failed or was not credited', () => {
    const go = (path: string) => readFileSync(join(web, '../internal', path), 'utf8')
    const reasons = [
      ...['core/payout/payout.go', 'core/payout/anchor.go'].flatMap((path) => [...go(path).matchAll(/\bReason\w+ += "(\w+)"/g)]),
      ...go('core/payout/lease.go').matchAll(/\bBreaker\w+ += "(\w+)"/g),
      ...go('infra/chain/signer/refusal.go').matchAll(/= refusal\("(\w+)"\)/g),
      ...go('core/payment/store.go').matchAll(/\breason\w+ +Reason = "(\w+)"/g),
    ].map(([, reason = '']) => reason)
    expect(reasons.length).toBeGreaterThan(50)
    expect(reasons.filter((reason) => !(`word.${reason}` in words))).toEqual([])
  })

  it('say of every act what it does', () => {
    expect(asked.map(([path]) => path).filter((path) => !(`about.${path}` in acts))).toEqual([])
  })
})
