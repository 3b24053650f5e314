import { describe, expect, it } from 'vitest'
import { saidIn } from './saidIn'

describe('saidIn', () => {
  it.each([
    ['en', 'Lifetime cap 1,234.5\u00a0ETLD; output is not guaranteed', ['1234.5 ETLD']],
    ['en', 'Announced: it costs 110.00\u00a0USDT, has 1,000 T and runs for 60 days', ['110 USDT', '1000 T']],
    ['ru', 'Предел 1\u00a0234,5\u00a0ETLD за всё время', ['1234.5 ETLD']],
    ['zhtw', '終身上限 45.00\u00a0ETLD；每 T 日產出', ['45 ETLD']],
    ['en', 'The T, v1.2 ETLD, BEP-20 ETLD demo chain and 5 Tons of 0 ETLD', []],
  ] as const)('finds what a sentence says in %s: %s', (language, sentence, said) => {
    expect(saidIn(sentence, language)).toEqual(said)
  })
})
