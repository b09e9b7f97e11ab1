/** Hands a file that was made here to the browser, which saves it or asks where to. */
export function download(
  content: string | Uint8Array<ArrayBuffer> | Blob,
  name: string,
  type = 'application/octet-stream',
): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the bytes long before that.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
