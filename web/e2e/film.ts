import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const folder = join(import.meta.dirname, 'artifacts/films')
/** Frames on the sheet of a film: what people look at. */
const sheetMax = 15
const across = 5

interface Frame {
  atMs: number
  jpeg: Buffer
}

/** Films what the browser paints while something happens; leaves every frame, and a sheet of some of them with their times. Yields how many frames were painted. */
export async function film(page: Page, name: string, happens: () => Promise<unknown>): Promise<number> {
  const frames: Frame[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    frames.push({ atMs: Math.round((metadata.timestamp ?? 0) * 1000), jpeg: Buffer.from(data, 'base64') })
    void devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 80 })
  await happens()
  await devtools.send('Page.stopScreencast')
  await devtools.detach()
  await keep(page, name, frames)
  return frames.length
}

async function keep(page: Page, name: string, frames: readonly Frame[]): Promise<void> {
  const own = join(folder, name)
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  const timed = frames.map(({ atMs, jpeg }) => ({ atMs: atMs - (frames[0]?.atMs ?? 0), jpeg }))
  for (const { atMs, jpeg } of timed) writeFileSync(join(own, `${String(atMs).padStart(6, '0')}.jpg`), jpeg)
  const sheet = await page
    .context()
    .browser()!
    .newPage({ viewport: { width: across * 240, height: 200 } })
  const shown = spread(timed).map(({ atMs, jpeg }) => `<p>${atMs} ms<img src="data:image/jpeg;base64,${jpeg.toString('base64')}"></p>`)
  await sheet.setContent(
    `<style>body{margin:0;display:grid;grid-template-columns:repeat(${across},1fr);font:12px sans-serif}p{margin:2px}img{width:100%}</style>${shown.join('')}`,
  )
  await sheet.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await sheet.close()
}

/** As many frames as a sheet holds, evenly by time, each once, and the last one. */
function spread(frames: readonly Frame[]): Frame[] {
  const endMs = frames.at(-1)?.atMs ?? 0
  const places = Array.from({ length: sheetMax }, (_, index) => (endMs * index) / (sheetMax - 1))
  return [...new Set(places.map((place) => frames.findLast(({ atMs }) => atMs <= place)))].filter((frame) => frame !== undefined)
}

/** Lets the page live on for so long by its own clock. */
export const goOn = (page: Page, forMs: number): Promise<unknown> => page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), forMs)
