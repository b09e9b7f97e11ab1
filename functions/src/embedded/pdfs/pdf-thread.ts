import { parentPort } from 'node:worker_threads'
import { boundedPicture, makePdf, type PdfRequest } from '#documents/pdf/index.ts'
import { diskFonts } from './fonts.ts'

/** What is asked of the thread, and what it says. */
export type Order = {
  readonly id: number
  readonly request: PdfRequest
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}
export type Done = { readonly id: number } & (
  { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly tooLarge: true } | { readonly error: string }
)

/** Of all different PNGs of one PDF, which have to be unpacked: some seconds of work. */
const MOST_PIXELS = 150_000_000

const TOO_LARGE = new Error('too many pixels')

parentPort?.on('message', (order: Order) => void fulfil(order))

async function fulfil({ id, request, pictures }: Order): Promise<void> {
  let pixels = 0
  const counted = new Set<string>()
  try {
    const { bytes } = await makePdf(request, {
      fonts: diskFonts,
      picture: async ({ sha256 }) => {
        const given = pictures.get(sha256)
        const picture = given === undefined ? null : await boundedPicture(given)
        if (picture?.type === 'image/png' && !counted.has(sha256)) pixels += picture.width * picture.height
        counted.add(sha256)
        if (pixels > MOST_PIXELS) throw TOO_LARGE
        return picture
      },
    })
    parentPort?.postMessage({ id, bytes } satisfies Done, [bytes.buffer])
  } catch (error) {
    if (error === TOO_LARGE) return parentPort?.postMessage({ id, tooLarge: true } satisfies Done)
    parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
