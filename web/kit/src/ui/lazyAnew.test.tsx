import { Suspense } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { lazyAnew } from './lazyAnew'

it('loads anew once a failure was told, and not before', async () => {
  vi.useFakeTimers()
  const Shown = () => <p>here</p>
  const load = vi.fn<() => Promise<typeof Shown>>().mockRejectedValue(new Error('lost'))
  const late = lazyAnew<object>(load)
  async function show(): Promise<string> {
    const Current = late.component
    const stream = await renderToReadableStream(
      <Suspense fallback="waiting">
        <Current />
      </Suspense>,
      { onError: () => undefined },
    )
    await stream.allReady
    return new Response(stream).text()
  }
  await show()
  await show()
  expect(load).toHaveBeenCalledTimes(1)
  load.mockResolvedValue(Shown)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await show()).toContain('<p>here</p>')
  expect(load).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
