import { loadSafePicture, readPictureSize, type Picture } from '#documents/pdf/index.ts'

const QUALITY = 0.82
/** Maximum bytes of a PNG that stays a PNG. Signatures and plans are line drawings, which JPEG would damage. */
const SMALL_PNG = 1_000_000

/**
 * Rotates a picture upright and scales it down to the size that print needs. A PNG that is small enough is only
 * checked, as is any picture if the worker cannot draw.
 * @param width maximum width in pixels
 * @returns null for bytes that are no valid picture
 */
export async function prepareBrowserPicture(bytes: Uint8Array<ArrayBuffer>, width: number): Promise<Picture | null> {
  const ownPicture = readPictureSize(bytes)
  if (ownPicture === null) return null
  if (ownPicture.type === 'image/png' && bytes.length <= SMALL_PNG && ownPicture.width <= 2 * width)
    return loadSafePicture(bytes)
  if (typeof OffscreenCanvas === 'undefined') return loadSafePicture(bytes)
  const bitmap = await createImageBitmap(new Blob([bytes], { type: ownPicture.type }), {
    imageOrientation: 'from-image',
  }).catch(() => null)
  if (bitmap === null) return null
  try {
    const scale = Math.min(1, width / bitmap.width)
    const size = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number]
    const canvas = new OffscreenCanvas(...size)
    const context = canvas.getContext('2d')
    if (context === null) return await loadSafePicture(bytes)
    const type = ownPicture.type === 'image/png' && bytes.length <= SMALL_PNG ? 'image/png' : 'image/jpeg'
    // JPEG has no transparency; transparent areas would become black.
    if (type === 'image/jpeg') {
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, ...size)
    }
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, ...size)
    const blob = await canvas.convertToBlob({ type, quality: QUALITY })
    return readPictureSize(new Uint8Array(await blob.arrayBuffer()))
  } finally {
    bitmap.close()
  }
}
