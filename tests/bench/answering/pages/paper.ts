import { loadSafePicture, makePdf, type PdfRequest } from '../../../../src/documents/pdf/index.ts'
import { expose } from '../../spine/pages/drain-page.ts'

/** Creates PDFs in a page, from fonts and pictures in memory, as on a device. */

type Order = {
  readonly request: PdfRequest
  readonly fonts: Readonly<Record<string, string>>
  readonly pictures: Readonly<Record<string, string>>
}

const bytesOf = (base64: string | undefined): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64 ?? ''), (one) => one.charCodeAt(0))

expose({
  /** @returns seconds, pages, bytes */
  async print({ request, fonts, pictures }: Order): Promise<readonly [number, number, number]> {
    const began = performance.now()
    const { bytes, pages } = await makePdf(request, {
      fonts: async (file) => bytesOf(fonts[file]),
      picture: async ({ sha256 }) => loadSafePicture(bytesOf(pictures[sha256])),
    })
    return [(performance.now() - began) / 1000, pages, bytes.length]
  },
})
