/** What is cut out of a picture, in its own pixels. */
interface Cut {
  left: number
  top: number
  width: number
  height: number
}

/** The largest part of a picture with a shape (width by height), moved by shares from 0 (left, top) to 1. */
export function cutOf(picture: { width: number; height: number }, shape: number, at: { x: number; y: number }): Cut {
  const isWider = picture.width / picture.height > shape
  const width = isWider ? Math.round(picture.height * shape) : picture.width
  const height = isWider ? picture.height : Math.round(picture.width / shape)
  return { left: Math.round((picture.width - width) * at.x), top: Math.round((picture.height - height) * at.y), width, height }
}

/** The shapes in which pictures are shown. */
export const shapes = { square: 1, wide: 2, tall: 0.75 } as const

export type ShapeName = keyof typeof shapes

const sideMax = 1_600

/** How large a file may be, as the server takes it. */
const bytesMax = 6 * 1024 * 1024

/** Above it files grow and nobody sees why: the server encodes them anew. */
const quality = 0.92

async function drawn(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
  if (!blob) throw new Error('the picture cannot be drawn')
  return blob
}

/** The part of a picture as a file, in base 64; no side is longer than what is ever shown. */
export async function cutOut(image: ImageBitmap, cut: Cut): Promise<string> {
  const scale = Math.min(1, sideMax / Math.max(cut.width, cut.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(cut.width * scale)
  canvas.height = Math.round(cut.height * scale)
  canvas.getContext('2d')?.drawImage(image, cut.left, cut.top, cut.width, cut.height, 0, 0, canvas.width, canvas.height)
  const webp = await drawn(canvas, 'image/webp')
  // A browser that writes no WebP writes PNG, which may be larger than the server takes.
  const bytes = new Uint8Array(await (webp.size > bytesMax ? await drawn(canvas, 'image/jpeg') : webp).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCodePoint(byte)
  return btoa(text)
}
