import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { composeAnswerPdfs } from '#core/exports/compose-answer-pdfs.ts'
import type { PdfPictures, RequestedPdf } from '#core/pdf-port.ts'
import { MAX_PIXELS } from '#core/exports/pictures.ts'
import {
  loadSafePicture,
  makePdf,
  makeReceiptPdf,
  makeTicketsPdf,
  readPictureSize,
  type PdfRequest,
  type FontSource,
} from '#documents/pdf/index.ts'
import { collectImages, type PdfImage } from '#domain/pdf/index.ts'
import { fontPath } from '../program-files.mjs'

const diskFonts: FontSource = async (file) => new Uint8Array(await readFile(fontPath(file)))

/**
 * Messages to the thread. The first has the sources to compose; the second, only for answers, the pictures to render.
 */
export type PdfThreadRequest = { readonly id: number } & (
  { readonly sources: RequestedPdf['sources'] } | { readonly pictures: PdfPictures }
)
/**
 * Replies of the thread. For answers, the first lists the pictures of each document. The last is the PDF, or the reason
 * why there is none.
 */
export type PdfThreadReply = { readonly id: number } & (
  | { readonly images: readonly (readonly PdfImage[])[] }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly tooLarge: true }
  | { readonly error: string }
)

const TOO_LARGE = new Error('too many pixels')

let composed: PdfRequest | undefined

parentPort?.on('message', (order: PdfThreadRequest) => void handleRequest(order))

async function handleRequest(order: PdfThreadRequest): Promise<void> {
  const { id } = order
  try {
    if ('sources' in order) {
      if (!('answers' in order.sources)) {
        const { sources } = order
        const drawn =
          'receipt' in sources
            ? await makeReceiptPdf(sources.receipt, diskFonts)
            : await makeTicketsPdf(sources.tickets, diskFonts)
        return postReply({ id, bytes: drawn }, [drawn.buffer])
      }
      composed = composeAnswerPdfs(order.sources)
      return postReply({ id, images: composed.papers.map(collectImages) })
    }
    if (composed === undefined) throw new Error('nothing was composed')
    const request = composed
    composed = undefined
    const bytes = await drawPdf(request, order.pictures)
    postReply({ id, bytes }, [bytes.buffer])
  } catch (error) {
    if (error === TOO_LARGE) return postReply({ id, tooLarge: true })
    postReply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

function postReply(reply: PdfThreadReply, transferred: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, transferred)
}

async function drawPdf(request: PdfRequest, pictures: PdfPictures): Promise<Uint8Array<ArrayBuffer>> {
  let pixels = 0
  const counted = new Set<string>()
  const { bytes } = await makePdf(request, {
    fonts: diskFonts,
    picture: async ({ sha256 }) => {
      const givenBytes = pictures.get(sha256)
      if (givenBytes === undefined) return null
      // Counts the pixels in the header, before decompressing: a malformed image costs as much as a valid one.
      const picture = readPictureSize(givenBytes)
      if (picture?.type === 'image/png' && !counted.has(sha256)) pixels += picture.width * picture.height
      counted.add(sha256)
      if (pixels > MAX_PIXELS) throw TOO_LARGE
      return loadSafePicture(givenBytes)
    },
  })
  return bytes
}
