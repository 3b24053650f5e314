/** A file as the server sends it. */
export interface SentFile {
  fileName: string
  contentType: string
  /** Base64. */
  content: string
}

const releaseAfterMs = 60_000

/** The bytes of a sent file. */
export function bytesOf(content: string): Uint8Array<ArrayBuffer> {
  const binary = atob(content)
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

/** Hands the file to the browser's downloads. */
export function saveFile(file: SentFile): void {
  const url = URL.createObjectURL(new Blob([bytesOf(file.content)], { type: file.contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = file.fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The download reads the address after the click; it must live a little longer.
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs)
}
