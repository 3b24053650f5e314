const releaseAfterMs = 60_000

/** Hands a file to the browser's downloads. */
export function download(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The download reads the address after the click; it must live a little longer.
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs)
}
