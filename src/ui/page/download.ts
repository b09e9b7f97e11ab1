import { fetchFileBytes } from '../requests/fetch-bytes.ts'

/** Downloads a file that was created on this device. */
export function downloadFile(
  content: string | Uint8Array<ArrayBuffer> | Blob,
  name: string,
  type = 'application/octet-stream',
): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  clickDownloadLink(url, name)
  // Waits a minute, because the browser may still be reading the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Downloads an image, named as in part 3, point 7. If the bytes cannot be fetched, opens the image in a new tab.
 * @param type media type
 */
export async function downloadImage(url: string, type: string): Promise<void> {
  const name = buildImageName(new Date(), type)
  // Bytes on this device need no request.
  if (url.startsWith('blob:')) return clickDownloadLink(url, name)
  const bytes = await fetchFileBytes(url)
  if (bytes === undefined) window.open(url, '_blank', 'noopener')
  else downloadFile(new Uint8Array(bytes), name, type)
}

/** File name of an image: `img-{DD-MM-YYYY_HH-mm-ss}.{ext}`, by this device's clock. */
export function buildImageName(at: Date, type: string): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = [two(at.getDate()), two(at.getMonth() + 1), at.getFullYear()].join('-')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('-')
  return `img-${day}_${time}.${type === 'image/png' ? 'png' : 'jpg'}`
}

function clickDownloadLink(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
