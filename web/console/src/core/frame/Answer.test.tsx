import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.mock('@kit/i18n/text', () => ({ useText: () => (key: string) => key, useLanguage: () => 'en' }))
const { Answer } = await import('./Answer')

const at = Date.parse('2026-11-30T16:05:00Z')

it.each([
  ['what was just answered', { data: 'rows', error: null }, 'rows'],
  ['what was refused since', { data: 'rows', error: 'no' }, 'stale.since 1 Dec 2026, 00:05 UTC+8rows'],
  ['what is awaited', { error: null }, 'awaited'],
])('%s', (_, answer, said) => {
  const of = { ...answer, refetch: vi.fn(), dataUpdatedAt: at }
  const shown = renderToString(
    <Answer of={of} waiting="awaited">
      {(data) => data}
    </Answer>,
  )
  expect(shown.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')).toBe(said)
})
