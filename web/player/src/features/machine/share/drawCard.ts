import { drawArt } from '@core/picture/drawArt'
import { beginPicture, colours, drawCode, pictureHeight, pictureWidth, write } from '@core/picture/pen'

/** What stands on a machine's card. */
interface CardWords {
  name: string
  days: string
  /** What it brought; nothing unless its owner wants that. */
  amounts: readonly string[]
  verify: string
  host: string
  /** A word across the card of a demo; empty elsewhere. */
  demo: string
}

const artWidth = 460
const codeSize = 270
const codeTop = 920

/** Draws the card of a machine: its picture, how long it has run, and where everything can be checked. */
export function drawCard(canvas: HTMLCanvasElement, art: SVGSVGElement, link: string, words: CardWords): void {
  const pen = beginPicture(canvas)
  if (words.demo) write(pen, words.demo, { top: 254, size: 34, weight: 600, colour: colours.loss })
  drawArt(pen, art, { left: (pictureWidth - artWidth) / 2, top: 264, width: artWidth })
  let below = write(pen, words.name, { top: 720, size: 60, weight: 600, colour: colours.ink })
  below = write(pen, words.days, { top: below - 8, size: 40, weight: 400, colour: colours.ink })
  if (words.amounts.length > 0) write(pen, words.amounts.join(' · '), { top: below, size: 38, weight: 600, colour: colours.brass })
  drawCode(pen, link, { top: codeTop, size: codeSize })
  write(pen, words.verify, { top: codeTop + codeSize + 50, size: 32, weight: 400, colour: colours.muted })
  write(pen, words.host, { top: pictureHeight - 36, size: 32, weight: 400, colour: colours.muted })
}
