import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { follow, pauseAfter, silenceMaxMs } from './follow'

const bytes = new TextEncoder()

/** A server whose lines the test speaks and breaks. */
function world() {
  const asked: (string | null)[] = []
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  const told: string[] = []
  const live: boolean[] = []
  const waits: number[] = []
  let isDown = false
  const stop = follow(
    {
      open: (last, signal) => {
        asked.push(last)
        if (isDown) return Promise.reject(new Error('unreachable'))
        return Promise.resolve(
          new ReadableStream<Uint8Array>({
            start: (line) => {
              lines.push(line)
              signal.addEventListener('abort', () => {
                try {
                  line.error(new Error('cut'))
                } catch {
                  // It had ended before.
                }
              })
            },
          }),
        )
      },
      onMessage: ({ data }) => told.push(data),
      onLive: (isLive) => live.push(isLive),
      wait: (ms) => {
        waits.push(ms)
        return waits.length > 20 ? new Promise(() => undefined) : Promise.resolve()
      },
      random: () => 1,
    },
    null,
  )
  return {
    asked,
    told,
    live,
    waits,
    stop,
    say: async (id: number) => {
      lines.at(-1)?.enqueue(bytes.encode(`id: ${id}\ndata: m${id}\n\n`))
      await vi.advanceTimersByTimeAsync(0)
    },
    beat: async () => {
      lines.at(-1)?.enqueue(bytes.encode(': beat\n\n'))
      await vi.advanceTimersByTimeAsync(0)
    },
    drop: async () => {
      lines.at(-1)?.error(new Error('dropped'))
      await vi.advanceTimersByTimeAsync(0)
    },
    down: () => {
      isDown = true
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('follow', () => {
  it('resumes after the last message, and tells none twice', async () => {
    const { say, drop, asked, told, stop } = world()
    await vi.advanceTimersByTimeAsync(0)
    await say(1)
    await say(2)
    await drop()
    await say(2)
    await say(3)
    expect(asked).toEqual([null, '2'])
    expect(told).toEqual(['m1', 'm2', 'm3'])
    stop()
  })

  it('is live from the first byte on, and no longer than the line', async () => {
    const { live, beat, drop, stop } = world()
    await vi.advanceTimersByTimeAsync(0)
    expect(live).toEqual([])
    await beat()
    await beat()
    expect(live).toEqual([true])
    await drop()
    await beat()
    expect(live).toEqual([true, false, true])
    stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(live).toEqual([true, false, true, false])
  })

  it('takes a silent line for a dead one, and a beating one for alive', async () => {
    const { asked, beat, stop } = world()
    await vi.advanceTimersByTimeAsync(silenceMaxMs - 1)
    await beat()
    await vi.advanceTimersByTimeAsync(silenceMaxMs - 1)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(asked).toHaveLength(2)
    stop()
  })

  it('asks a server that is away less and less often', async () => {
    const { down, drop, waits, stop } = world()
    await vi.advanceTimersByTimeAsync(0)
    down()
    await drop()
    expect(waits.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    stop()
  })

  it('asks no more once it is stopped', async () => {
    const { asked, stop } = world()
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(asked).toEqual([null])
  })
})

it('the pause differs from one app to another', () => {
  expect([pauseAfter(0, 0), pauseAfter(0, 1), pauseAfter(9, 0)]).toEqual([500, 1_000, 15_000])
})
