import { parentPort } from 'node:worker_threads'
import { boundedPicture, makePdf, type PdfRequest } from '#documents/pdf/index.ts'
import { diskFonts } from './fonts.ts'

/** What is asked of the thread, and what it says. */
export type Order = {
  readonly id: number
  readonly request: PdfRequest
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}
export type Done =
  { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly id: number; readonly error: string }

parentPort?.on('message', (order: Order) => void fulfil(order))

async function fulfil({ id, request, pictures }: Order): Promise<void> {
  try {
    const { bytes } = await makePdf(request, {
      fonts: diskFonts,
      picture: async ({ sha256 }) => {
        const given = pictures.get(sha256)
        return given === undefined ? null : boundedPicture(given)
      },
    })
    parentPort?.postMessage({ id, bytes } satisfies Done, [bytes.buffer])
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
