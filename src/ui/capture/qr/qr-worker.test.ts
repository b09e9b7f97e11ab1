import { afterEach, expect, it, vi } from 'vitest'
import type { QrReply, QrRequest } from './qr-worker.ts'

const zxing = vi.hoisted(() => ({ prepareZXingModule: vi.fn(), purgeZXingModule: vi.fn(), readBarcodes: vi.fn() }))
vi.mock('zxing-wasm/reader', () => zxing)
afterEach(() => vi.unstubAllGlobals())

it('a reader whose code could not be had is begun again for the next picture', async () => {
  const answers: QrReply[] = []
  let listener = (_: { readonly data: QrRequest }): void => undefined
  vi.stubGlobal('self', {
    addEventListener: (_: string, given: typeof listener) => (listener = given),
    postMessage: (answer: QrReply) => answers.push(answer),
  })
  const context = { drawImage: () => undefined, getImageData: () => ({}) }
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => context
    },
  )
  await import('./qr-worker.ts')
  const picture = { width: 1, height: 1, close: () => undefined } as ImageBitmap
  zxing.readBarcodes.mockRejectedValueOnce(new Error('no network'))
  zxing.readBarcodes.mockResolvedValue([{ isValid: true, text: 'A' }])
  listener({ data: { number: 1, picture, wasm: '/reader.wasm' } })
  await vi.waitFor(() => expect(answers).toEqual([{ number: 1, texts: undefined }]))
  listener({ data: { number: 2, picture, wasm: '/reader.wasm' } })
  await vi.waitFor(() => expect(answers.at(-1)).toEqual({ number: 2, texts: ['A'] }))
  expect(zxing.purgeZXingModule).toHaveBeenCalledOnce()
  expect(zxing.prepareZXingModule).toHaveBeenCalledTimes(2)
})
