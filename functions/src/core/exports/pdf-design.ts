import { readPictureSize } from '#documents/pdf/index.ts'
import { MAX_PDF_LOGO_BYTES, ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { PdfPrintOptions, PdfCall } from '#domain/pdf/index.ts'
import { sha256Hex } from '../http/digest.ts'
import { detectImageType } from '../uploads/image-bytes.ts'

/** The design chosen for a PDF, and the logo's bytes by hash. Without `chosen` the form's design is used. */
export type PdfDesign = {
  readonly chosen: PdfPrintOptions | undefined
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

const NO_PICTURES: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = new Map()
/** Prefix of a data URL. Its type is ignored; the bytes decide. */
const DATA_URL_PREFIX = /^data:[^,]{0,80};base64,/

/**
 * The chosen design. A logo is a PNG or JPEG of at most 5 MB, judged by its bytes. Refuses with file.too-large and
 * file.wrong-type.
 */
export async function parseChosenDesign({ logoData, portablePrint }: PdfCall): Promise<Result<PdfDesign>> {
  if (portablePrint) return ok({ chosen: { portablePrint }, pictures: NO_PICTURES })
  if (logoData === undefined || logoData === null) return ok({ chosen: undefined, pictures: NO_PICTURES })
  if (!logoData.logoChecked) return ok({ chosen: { portablePrint: false, logo: null }, pictures: NO_PICTURES })
  const { logo, text, location } = logoData
  const bytes = decodeBase64(logo.replace(DATA_URL_PREFIX, ''))
  if (bytes === undefined) return refuse('file.wrong-type')
  if (bytes.length > MAX_PDF_LOGO_BYTES) return refuse('file.too-large', { limit: MAX_PDF_LOGO_BYTES })
  const type = await detectImageType(bytes)
  if (!type.ok) return type
  if (readPictureSize(bytes) === null) return refuse('file.wrong-type')
  const sha256 = await sha256Hex(bytes)
  const image = { sha256, url: '', bytes: bytes.length, type: type.value }
  return ok({
    chosen: { portablePrint: false, logo: { image, text, location, width: undefined, height: undefined } },
    pictures: new Map([[sha256, bytes]]),
  })
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = atob(base64)
    const bytes = new Uint8Array(text.length)
    // A loop, because a callback per character would block the thread for 5 MB.
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = text.charCodeAt(index)
    return bytes
  } catch {
    return undefined
  }
}
