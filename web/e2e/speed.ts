import { expect, type BrowserContext, type Page } from './fixtures.ts'
import { settle } from './inspect.ts'
import { slowdown } from './reading.ts'

const kib = 1024
/** Slow 4G as it is usually simulated, with a slow processor besides. */
const slow = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
/** Whoever waits for no answer and asks for nothing for so long has what it needs. */
const quietMs = 1_000

export interface Speed {
  kib: number
  requests: number
  lcpMs: number
  taskMs: number
  shift: number
}

/** Opens a page from cold on a slow phone and measures what the browser really transfers, and when its largest part is painted. */
export async function measure(context: BrowserContext, page: Page, path: string): Promise<Speed> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let bytes = 0
  let requests = 0
  let lastAt = Date.now()
  const underWay = new Set<string>()
  const changed = (change: () => void) => {
    change()
    lastAt = Date.now()
  }
  // A stream of events stays under way.
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => changed(() => !request.url.includes('/api/user/events') && underWay.add(requestId)))
  devtools.on('Network.loadingFailed', ({ requestId }) => changed(() => underWay.delete(requestId)))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    changed(() => {
      underWay.delete(requestId)
      bytes += encodedDataLength
      requests += 1
    }),
  )
  await page.addInitScript(() => {
    const seen = { lcpMs: 0, taskMs: 0, shift: 0 }
    Object.assign(window, { speed: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcpMs = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.taskMs = Math.max(seen.taskMs, duration)
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/#${path}`)
  await settle(page)
  await expect.poll(() => underWay.size === 0 && Date.now() - lastAt > quietMs, { intervals: [100] }).toBe(true)
  const { lcpMs, taskMs, shift } = await page.evaluate(() => (window as unknown as { speed: Pick<Speed, 'lcpMs' | 'taskMs' | 'shift'> }).speed)
  return { kib: Math.round(bytes / kib), requests, lcpMs: Math.round(lcpMs), taskMs: Math.round(taskMs), shift: Number(shift.toFixed(3)) }
}
