import { expose } from 'comlink'
import type { PdfRequest } from '#documents/pdf/index.ts'
import type { PdfImage } from '#domain/pdf/index.ts'

/** Provides a picture. @returns its bytes; null if they are not available now */
export type LoadPictureBytes = (image: PdfImage) => Promise<Uint8Array<ArrayBuffer> | null>

const printer = {
  make: async (request: PdfRequest, give: LoadPictureBytes): Promise<Blob> => {
    const [{ makePdf }, { loadBrowserFont }, { prepareBrowserPicture }] = await Promise.all([
      import('#documents/pdf/index.ts'),
      import('./browser-fonts.ts'),
      import('./browser-picture.ts'),
    ])
    const { bytes } = await makePdf(request, {
      fonts: loadBrowserFont,
      picture: async (image, width) => {
        const givenBytes = await give(image)
        return givenBytes === null ? null : prepareBrowserPicture(givenBytes, width)
      },
    })
    return new Blob([bytes], { type: 'application/pdf' })
  },
}
export type PdfWorkerApi = typeof printer

expose(printer)
