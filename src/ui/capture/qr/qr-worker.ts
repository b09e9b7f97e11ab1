import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader'

/**
 * A request of the page. `wasm` is the URL of the reader's code. `number` identifies the reply, as replies may arrive
 * in another order.
 */
export type QrRequest = { readonly number: number; readonly picture: ImageBitmap; readonly wasm: string }
/** `texts`: undefined if the reader's code could not be loaded */
export type QrReply = { readonly number: number; readonly texts: readonly string[] | undefined }

const OPTIONS = { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 4 } as const

let isPrepared = false
let canvas: OffscreenCanvas | undefined

async function readPicture({ picture, wasm }: QrRequest): Promise<readonly string[]> {
  // By default the library would load its code from a third-party CDN.
  if (!isPrepared) prepareZXingModule({ overrides: { locateFile: () => wasm } })
  isPrepared = true
  const { width, height } = picture
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0)
  picture.close()
  const pixels = context?.getImageData(0, 0, width, height)
  if (pixels === undefined) return []
  const readResults = await readBarcodes(pixels, { ...OPTIONS, formats: [...OPTIONS.formats] })
  return readResults.filter(({ isValid }) => isValid).map(({ text }) => text)
}

self.addEventListener('message', ({ data }: MessageEvent<QrRequest>) => {
  const answer = (texts: QrReply['texts']): void => self.postMessage({ number: data.number, texts } satisfies QrReply)
  readPicture(data).then(answer, () => {
    // Purges the failed load, which the library would cache, so that the next picture tries again.
    purgeZXingModule()
    isPrepared = false
    answer(undefined)
  })
})
