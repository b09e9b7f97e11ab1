import { readPictureSize } from '#documents/pdf/index.ts'
import {
  TEMPLATE_IMAGE_PATTERN,
  MAX_IMAGE_BYTES,
  ok,
  refuse,
  type Result,
  type Sha256,
  type TemplateId,
} from '#domain/kernel/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { PdfImage } from '#domain/pdf/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'
import type { PdfPictures } from '../pdf-port.ts'

type PicturePorts = Pick<Ports, 'store' | 'files'>

/** Maximum bytes of all pictures together, which are in memory while the PDF is made. */
const MAX_PICTURE_BYTES = 48 * 1024 * 1024
/** Maximum pixels of all different PNGs of a PDF. Decompressing them takes a few seconds, even for malicious files. */
export const MAX_PIXELS = 150_000_000
/** Length in bytes of a PNG's start, up to its width and height. */
const HEAD_BYTES = 33

/**
 * Checks pictures by their stored sizes and PNG headers before the PDF is queued, so that a PDF that must fail does not
 * delay others. Refuses with pdf.too-large.
 */
export async function checkPictures(
  { files }: Pick<PicturePorts, 'files'>,
  answers: readonly Answer[],
): Promise<Result<true>> {
  const named = answers.flatMap((answer) => answer.files.filter(({ type }) => type.startsWith('image/')))
  const pictures = new Map(named.filter(({ bytes }) => bytes <= MAX_IMAGE_BYTES).map((file) => [file.sha256, file]))
  let [bytes, pixels] = [0, 0]
  for (const file of pictures.values()) bytes += file.bytes
  if (bytes > MAX_PICTURE_BYTES) return refuse('pdf.too-large')
  for (const { sha256 } of pictures.values()) {
    pixels += await countPngPixels(files, sha256)
    if (pixels > MAX_PIXELS) return refuse('pdf.too-large')
  }
  return ok(true)
}

/** Pixels of a PNG; 0 for other images, which are embedded unchanged. */
async function countPngPixels(files: Ports['files'], sha256: Sha256): Promise<number> {
  const reader = (await files.read(sha256))?.getReader()
  if (reader === undefined) return 0
  let head = new Uint8Array()
  try {
    while (head.length < HEAD_BYTES) {
      const { done, value } = await reader.read()
      if (done) break
      head = new Uint8Array([...head, ...value.subarray(0, HEAD_BYTES)])
    }
  } finally {
    await reader.cancel()
  }
  const picture = readPictureSize(head)
  return picture?.type === 'image/png' ? picture.width * picture.height : 0
}

/**
 * Reads the pictures of a PDF. Refuses with pdf.too-large.
 * @param knownPictures pictures already in memory
 */
export async function readPictures(
  ports: PicturePorts,
  answers: readonly Answer[],
  images: readonly (readonly PdfImage[])[],
  knownPictures: PdfPictures,
): Promise<Result<PdfPictures>> {
  const pictures = new Map(knownPictures)
  let space = MAX_PICTURE_BYTES
  for (const [index, ofPdf] of images.entries())
    for (const image of ofPdf) {
      if (pictures.has(image.sha256)) continue
      const bytes = await loadPictureBytes(ports, answers[index], image)
      if (bytes === undefined) continue
      space -= bytes.length
      if (space < 0) return refuse('pdf.too-large')
      pictures.set(image.sha256, bytes)
    }
  return ok(pictures)
}

/**
 * Reads a file of the answer, or an image uploaded for a form; any other URL gives no access. Undefined when missing or
 * too large.
 */
async function loadPictureBytes(
  { store, files }: PicturePorts,
  answer: Answer | undefined,
  { sha256, url }: PdfImage,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const template = TEMPLATE_IMAGE_PATTERN.exec(url)?.[1] as TemplateId | undefined
  const isKnown =
    answer?.files.some((file) => file.sha256 === sha256) === true ||
    (template !== undefined && (await store.get(keys.templateImage(template, sha256 as Sha256))) !== undefined)
  if (!isKnown || ((await files.size(sha256 as Sha256)) ?? Infinity) > MAX_IMAGE_BYTES) return undefined
  const stream = await files.read(sha256 as Sha256)
  return stream === undefined ? undefined : new Uint8Array(await new Response(stream).arrayBuffer())
}
