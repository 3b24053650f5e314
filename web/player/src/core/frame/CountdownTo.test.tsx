import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { CountdownTo } from './CountdownTo'

vi.mock('@kit/i18n/text', () => ({ useText: () => (key: string) => key }))

const until = '2026-12-01T04:00:00Z'

it('is heard as a time within a button, whose name does not change each second, and as what it is elsewhere', () => {
  const heard = (spoken: string | null) =>
    renderToStaticMarkup(<CountdownTo label="Starts in" until={until} spoken={spoken} />)
      .replace(/<span aria-hidden="true">.*?<\/span><span class="sr-only">Starts at/, 'Starts at')
      .replace(/<[^>]*>/g, '')
  expect(heard('Starts at 1 Dec 2026, 12:00')).toBe('Starts at 1 Dec 2026, 12:00')
  expect(heard(null)).toMatch(/^Starts in \d/)
})
