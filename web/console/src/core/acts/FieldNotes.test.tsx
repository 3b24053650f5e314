import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.mock('@kit/i18n/text', () => ({ useText: () => (key: string) => key, useLanguage: () => 'ru' }))
vi.mock('@console/words/Announced', () => ({ Announced: ({ children }: { children: object }) => children }))
vi.mock('../words/useWords', () => ({ useWords: () => ({ word: (value: string) => `word of ${value}` }) }))
const { FieldNotes } = await import('./FieldNotes')

it.each([
  ['amount', false, '12345.5', '12 345,5'],
  ['words', true, '0.0000000000000001', '0,0000000000000001'],
  ['words', false, '12345', '12345'],
  ['time', false, '2026-11-30T20:05', '30.11.2026, 20:05 UTC+8'],
  ['time', false, '', '–'],
  ['choice', false, 'open', 'word of open'],
  ['many', false, ['a', 'b'], 'word of a · word of b'],
  ['flag', false, 'false', 'no'],
] as const)('what a field of %s was changed to meanwhile is told as it is read', (is, isBounded, stands, said) => {
  const shown = renderToString(<FieldNotes field={{ name: 'field', is, isNeeded: true }} isBounded={isBounded} changedTo={stands} isAnnounced={false} />)
  expect(shown.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')).toBe(said)
})
