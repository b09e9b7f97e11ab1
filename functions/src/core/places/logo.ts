import type { BrandImage } from '#domain/templates/index.ts'
import type { MunicipalityPath, Result, Sha256 } from '#domain/kernel/index.ts'
import { sha256Hex } from '../http/digest.ts'
import type { Ports } from '../ports.ts'
import { uploadQueue, removeUnlessReferenced } from '../uploads/bytes.ts'
import { detectImageType, sealBytes } from '../uploads/image-bytes.ts'

/** Result of setting or removing an image: `before` is the hash of the previous one. */
type Named<T> = Result<T & { readonly before: Sha256 | null }>

/**
 * Stores the bytes of a logo and sets it. Refuses with file.wrong-type and like `name`.
 * @param name sets the image and returns the previous one
 */
export async function storeLogo<T>(
  ports: Pick<Ports, 'store' | 'files' | 'random'>,
  municipality: MunicipalityPath,
  bytes: Uint8Array<ArrayBuffer>,
  name: (image: BrandImage) => Promise<Named<T>>,
): Promise<Named<T>> {
  const type = await detectImageType(bytes)
  if (!type.ok) return type
  const sha256 = await sha256Hex(bytes)
  const done = await uploadQueue(ports.files)(sha256, async () => {
    await sealBytes(ports, sha256, bytes)
    const named = await name({ municipality, sha256, bytes: bytes.length, type: type.value })
    if (!named.ok) await removeUnlessReferenced(ports, sha256)
    return named
  })
  if (done.ok) await deleteLogo(ports, done.value.before)
  return done
}

/** Deletes the bytes of a replaced logo, unless they are used elsewhere. */
export async function deleteLogo(ports: Pick<Ports, 'store' | 'files'>, sha256: Sha256 | null): Promise<void> {
  if (sha256 !== null) await uploadQueue(ports.files)(sha256, () => removeUnlessReferenced(ports, sha256))
}
