import { expect, it, vi } from 'vitest'
import { afterBreaks } from './afterBreaks'

it('calls each time that a stream is open again, and not when it first is', () => {
  const again = vi.fn()
  const onLive = afterBreaks(again)
  onLive(true)
  expect(again).toHaveBeenCalledTimes(0)
  for (const isLive of [false, false, true, true]) onLive(isLive)
  expect(again).toHaveBeenCalledTimes(1)
  for (const isLive of [false, true]) onLive(isLive)
  expect(again).toHaveBeenCalledTimes(2)
})

it('calls as well where the first tries failed', () => {
  const again = vi.fn()
  const onLive = afterBreaks(again)
  for (const isLive of [false, true]) onLive(isLive)
  expect(again).toHaveBeenCalledTimes(1)
})
