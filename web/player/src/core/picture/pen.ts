import { encode } from 'uqr'

/** A picture's measures, in the upright form that messengers show whole. */
export const pictureWidth = 1080
export const pictureHeight = 1350

/** The colours of the dark theme: a picture goes where no theme does. */
export const colours = { canvas: '#0f1412', raised: '#1a211e', line: '#2c3631', ink: '#f1efe6', muted: '#a3ada7', brass: '#d9b264', loss: '#f2836f' }
const fonts = '"Golos Text", "PingFang TC", "Noto Sans TC", "Noto Sans CJK TC", "Microsoft JhengHei", system-ui, sans-serif'
const middle = pictureWidth / 2
const textWidth = pictureWidth - 160
const quietZone = 3

/** An empty picture with the app's name above its engraved scale. */
export function beginPicture(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  canvas.width = pictureWidth
  canvas.height = pictureHeight
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser has no canvas')
  pen.fillStyle = colours.canvas
  pen.fillRect(0, 0, pictureWidth, pictureHeight)
  drawRule(pen, 200)
  pen.textAlign = 'center'
  write(pen, 'ETLD', { top: 150, size: 96, weight: 600, colour: colours.brass })
  return pen
}

function drawRule(pen: CanvasRenderingContext2D, top: number): void {
  pen.fillStyle = colours.line
  for (let x = 80; x <= pictureWidth - 80; x += 20) pen.fillRect(x, top - 20, 2, x % 100 === 80 ? 20 : 12)
}

/** Draws a link as a QR code in the middle. */
export function drawCode(pen: CanvasRenderingContext2D, link: string, { top, size: codeSize }: { top: number; size: number }): void {
  const { size, data } = encode(link, { ecc: 'M', border: quietZone })
  // Whole pixels: a camera reads no blurred edges.
  const module = Math.floor(codeSize / size)
  const left = Math.round(middle - (module * size) / 2)
  pen.fillStyle = '#fff'
  pen.fillRect(left, top, module * size, module * size)
  pen.fillStyle = '#000'
  data.forEach((row, y) => row.forEach((isDark, x) => isDark && pen.fillRect(left + x * module, top + y * module, module, module)))
}

interface Line {
  top: number
  size: number
  /** The font has none that is heavier. */
  weight: 400 | 600
  colour: string
}

/** Writes a text in the middle, over as many lines as it takes; returns where the next one begins. */
export function write(pen: CanvasRenderingContext2D, text: string, { top, size, weight, colour }: Line): number {
  pen.font = `${weight} ${size}px ${fonts}`
  pen.fillStyle = colour
  const lines = linesOf(text, (part) => pen.measureText(part).width <= textWidth)
  lines.forEach((line, index) => pen.fillText(line, middle, top + index * size * 1.35))
  return top + lines.length * size * 1.35
}

/** Breaks a text where its language allows it, into lines that fit. */
export function linesOf(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const isMark = !/[\p{L}\p{N}]/u.test(segment)
    // A mark stays with the word before it.
    if (line === '' || isMark || fits(line + segment)) line += segment
    else {
      lines.push(line.trim())
      line = segment
    }
  }
  return [...lines, line.trim()].filter((one) => one !== '')
}
