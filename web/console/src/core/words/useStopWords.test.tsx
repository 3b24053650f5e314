import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.mock('@kit/i18n/text', () => ({
  useText:
    () =>
    (_: string, { name, value }: { name: string; value: string }) =>
      `${name}: ${value}`,
}))
vi.mock('./useWords', () => ({ useWords: () => ({ word: (value: string) => `“${value}”` }) }))
const { useStopWords } = await import('./useStopWords')

it.each([
  [{ what: 'payouts', reason: 'stopped_by_operator', detail: 'a strange transaction' }, '“stopped_by_operator”: a strange transaction'],
  [{ what: 'prices', reason: 'jump', detail: '' }, '“jump”'],
  [{ what: 'part', reason: 'jump over it', detail: '' }, 'jump over it'],
  [{ what: 'crediting', reason: 'block 7 was taken back', detail: '' }, 'block 7 was taken back'],
] as const)('a stop says its cause in words and what was written beside it: %o', (stop, want) => {
  const Shown = () => useStopWords()(stop)
  expect(renderToString(<Shown />)).toBe(want)
})
