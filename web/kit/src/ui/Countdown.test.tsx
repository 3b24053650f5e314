import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { noteServerTime, serverNow } from '../time/clock'
import { Countdown } from './Countdown'

vi.mock('../i18n/text', () => ({
  useText:
    () =>
    (key: string, { count }: { count: number }) =>
      `${key} ${count}`,
}))

afterEach(() => noteServerTime(new Date().toISOString()))

/** What readers that speak are told when so many seconds are left. */
function spokenAt(seconds: number): string {
  noteServerTime('2026-12-01T04:00:00Z')
  const shown = renderToStaticMarkup(<Countdown until={new Date(serverNow() + seconds * 1000 - 500).toISOString()} />)
  return /aria-live="polite">(.*)<\/span>/.exec(shown)?.[1] ?? 'nothing that speaks'
}

it('speaks at 60, 30 and 10 seconds, and is silent at all others', () => {
  const spoken = Array.from({ length: 120 }, (_, seconds) => spokenAt(seconds)).filter((words) => words !== '')
  expect(spoken).toEqual(['secondsLeft 10', 'secondsLeft 30', 'secondsLeft 60'])
})
