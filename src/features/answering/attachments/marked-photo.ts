import type { FileClaim } from '#domain/answering/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { type Captured, measureFile } from './capture.ts'
import { findExifSegment, withExif } from './exif.ts'
import { checkImageSize } from './offered-files.ts'
import { keepOnlyPosition } from './place-of.ts'

/**
 * Measures a marked-up photo. Copies the location from the original if it has one, but no other metadata, which may
 * contain a thumbnail of the original. Fails with file.damaged, file.too-large.
 */
export async function captureMarkedPhoto(
  photo: FileClaim,
  original: ArrayBuffer | undefined,
  marked: Blob,
): Promise<Result<Captured & { readonly data: ArrayBuffer }>> {
  const drawn = await marked.arrayBuffer()
  const exif = original === undefined || photo.type !== 'image/jpeg' ? null : findExifSegment(new Uint8Array(original))
  const place = exif === null ? null : keepOnlyPosition(exif)
  const data = place === null ? drawn : withExif(new Uint8Array(drawn), place).buffer
  const size = checkImageSize(data.byteLength)
  return size.ok ? measureFile(data, photo.type, photo.name) : size
}
