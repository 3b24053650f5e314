import { download } from '@kit/ui/download'

/** A file as the server sends it. */
interface SentFile {
  fileName: string
  contentType: string
  /** Base64. */
  content: string
}

/** The bytes of a sent file. */
export function bytesOf(content: string): Uint8Array<ArrayBuffer> {
  const binary = atob(content)
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

/** Hands the file to the browser's downloads. */
export function saveFile(file: SentFile): void {
  download(file.fileName, new Blob([bytesOf(file.content)], { type: file.contentType }))
}
