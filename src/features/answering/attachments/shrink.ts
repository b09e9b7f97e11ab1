import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { findExifSegment, withExif } from './exif.ts'
import { checkImageSize } from './offered-files.ts'
import { detectBytesType } from './type-of-bytes.ts'

/** Maximum side of a stored photo in pixels, and its JPEG quality. */
export const MAX_PHOTO_SIDE_PIXELS = 2048
const JPEG_QUALITY = 0.85

export type ShrunkPhoto = { readonly data: ArrayBuffer; readonly type: 'image/png' | 'image/jpeg' }

/** Canvas operations: the browser's, or a test double. */
export type PictureDrawer = {
  /** decodes a picture and turns it upright; rejects if the file is not a picture */
  readonly decode: (
    file: Blob,
  ) => Promise<{ readonly width: number; readonly height: number; readonly source: ImageBitmap }>
  readonly draw: (source: ImageBitmap, picture: Picture) => Promise<ArrayBuffer>
}

type Picture = {
  readonly width: number
  readonly height: number
  readonly type: ShrunkPhoto['type']
}

/**
 * Shrinks a photo for slow connections: longest side MAX_PHOTO_SIDE_PIXELS, JPEG. A small PNG stays PNG, as plans and
 * screenshots suffer as JPEG. Redrawing drops the camera's metadata, except place and time with `keepPlace`. Fails with
 * file.wrong-type (not PNG or JPEG, animated, truncated, or with other content appended), file.damaged (cannot be
 * decoded), file.unreadable (cannot be drawn), file.too-large (after drawing, or before if drawing would exhaust
 * memory).
 */
export async function shrinkPhoto(
  file: Blob,
  keepPlace: boolean,
  painter: PictureDrawer = browserPainter,
): Promise<Result<ShrunkPhoto>> {
  const original = new Uint8Array(await file.arrayBuffer())
  const judged = await detectBytesType(file, '', 0)
  if (!judged.ok) return judged
  const found = judged.value
  if (found !== 'image/png' && found !== 'image/jpeg') return refuse('file.wrong-type')
  const bitmap = await painter.decode(new Blob([original], { type: found })).catch(() => null)
  if (bitmap === null) return refuse('file.damaged')
  const scale = Math.min(1, MAX_PHOTO_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const type = found === 'image/png' && scale === 1 ? 'image/png' : 'image/jpeg'
  try {
    const drawn = await painter.draw(bitmap.source, { width, height, type })
    const exif = keepPlace && found === 'image/jpeg' ? findExifSegment(original) : null
    const data = exif === null ? drawn : withExif(new Uint8Array(drawn), exif).buffer
    const size = checkImageSize(data.byteLength)
    return size.ok ? ok({ data, type }) : size
  } catch {
    return refuse('file.unreadable')
  } finally {
    bitmap.source.close()
  }
}

const browserPainter: PictureDrawer = {
  decode: async (file) => {
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { width: source.width, height: source.height, source }
  },
  draw: async (source, { width, height, type }) => {
    const canvas =
      typeof OffscreenCanvas === 'undefined' ? createPageCanvas(width, height) : new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
    if (context === null) throw new Error('No canvas')
    // JPEG has no transparency: transparent areas become white, not black.
    if (type === 'image/jpeg') {
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, height)
    }
    context.imageSmoothingQuality = 'high'
    context.drawImage(source, 0, 0, width, height)
    const blob =
      canvas instanceof HTMLCanvasElement
        ? await toBlob(canvas, type)
        : await canvas.convertToBlob({ type, quality: JPEG_QUALITY })
    return blob.arrayBuffer()
  },
}

function createPageCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The canvas gave no picture')) : resolve(blob)),
      type,
      JPEG_QUALITY,
    )
  })
}
