import { expect, it } from 'vitest'
import { sayValue } from './sayValue'

it.each([
  ['nothing', '', '–'],
  ['a figure', '12345.5', '12,345.5'],
  ['an amount', '12345 USDT', '12,345 USDT'],
  ['a moment', '2026-11-30T16:05:09Z', '1 Dec 2026, 00:05 UTC+8'],
  ['a moment among words', 'suspended until 2026-11-30T16:05:09Z', 'suspended until 1 Dec 2026, 00:05 UTC+8'],
  ['words', '24 hours after the approval', '24 hours after the approval'],
])('%s, before or after, stands as it does elsewhere', (_, value, said) => expect(sayValue(value, 'en').replaceAll('\u00a0', ' ')).toBe(said))
