import { beginPicture, colours, drawCode, pictureHeight, write } from '@core/picture/pen'

/** What stands on the picture of an invitation. */
export interface PictureWords {
  title: string
  text: string
  scan: string
  code: string
  host: string
  /** A word across the picture of a demo; empty elsewhere. */
  demo: string
}

const codeSize = 520
const codeTop = 560

/** Draws an invitation with its QR code. */
export function drawPicture(canvas: HTMLCanvasElement, link: string, words: PictureWords): void {
  const pen = beginPicture(canvas)
  const below = write(pen, words.title, { top: 345, size: 60, weight: 600, colour: colours.ink })
  write(pen, words.text, { top: below + 4, size: 36, weight: 400, colour: colours.muted })
  drawCode(pen, link, { top: codeTop, size: codeSize })
  write(pen, words.scan, { top: codeTop + codeSize + 66, size: 34, weight: 400, colour: colours.muted })
  write(pen, words.code, { top: codeTop + codeSize + 128, size: 46, weight: 600, colour: colours.ink })
  write(pen, words.host, { top: pictureHeight - 36, size: 32, weight: 400, colour: colours.muted })
  if (words.demo) write(pen, words.demo, { top: 254, size: 34, weight: 600, colour: colours.loss })
}
