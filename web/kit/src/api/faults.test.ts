import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as faults from './faults'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

/** What the API document says that its calls refuse with. */
const ofUsers =
  read('api/openapi.json')
    .match(/(?<=Refusals: )[^"]*/g)
    ?.join() ?? ''
/** The operators' document names only what any call may refuse with; the rest is declared beside its rule. */
const ofOperators = [...read('internal/core/operator/faults.go').matchAll(/fault\.New\((\d+)/g)].map(([, code]) => code).join()
const ofAnyCall = read('api/operator.json').match(/(?<=may be refused with )[^"]*/)?.[0] ?? ''

const codes = Object.entries(faults).flatMap(([name, value]) => (name.startsWith('code') && typeof value === 'number' ? [[name, value] as const] : []))

describe('the codes of refusals', () => {
  it.each(codes)('%s is one that the server refuses with', (_, code) => {
    const told = code < 2000 ? ofUsers : `${ofAnyCall},${ofOperators}`
    expect(told.match(/\b\d{4}\b/g)).toContain(String(code))
  })
  it('are each named once', () => {
    expect(new Set(codes.map(([, code]) => code)).size).toBe(codes.length)
  })
})
