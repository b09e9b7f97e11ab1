import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { codeReader, type CodeReader } from '../scan/code-reader.ts'
import type { Answered, Asked } from './qr-worker.ts'

/** The longest side of a picture that is looked at, pixels: a ticket's code that fills a third of it has four for each of its modules. */
const LONGEST_SIDE = 1280

export type QrReader = {
  readonly reader: CodeReader
  /** the file that it needs beside the app, to be kept for when there is no network; missing: none */
  readonly needs?: string
  readonly end: () => void
}

/** Reads QR codes: the browser's own detector where it knows them, else zxing in a worker. */
export async function openQrReader(): Promise<QrReader> {
  const own = (await knowsQr()) ? await codeReader() : null
  return own === null ? inWorker() : { reader: own, end: () => undefined }
}

async function knowsQr(): Promise<boolean> {
  type DetectorClass = { readonly getSupportedFormats: () => Promise<readonly string[]> }
  const { BarcodeDetector: found } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  const formats = await found?.getSupportedFormats().catch((): readonly string[] => [])
  return formats?.includes('qr_code') === true
}

function inWorker(): QrReader {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (texts: readonly string[]) => void>()
  let number = 0
  const settle = ({ number: of, texts }: Answered): void => {
    waiting.get(of)?.(texts)
    waiting.delete(of)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => settle(data))
  // It could not be started; whatever waits for it sees nothing, and the screen goes on with typing.
  worker.addEventListener('error', () => [...waiting.keys()].forEach((of) => settle({ number: of, texts: [] })))
  return {
    needs: wasm,
    end: () => worker.terminate(),
    reader: async (shown) => {
      const picture = await pictureOf(shown)
      if (picture === undefined) return []
      number += 1
      const texts = await new Promise<readonly string[]>((resolve) => {
        waiting.set(number, resolve)
        worker.postMessage({ number, picture, wasm } satisfies Asked, [picture])
      })
      return [...new Set(texts)].filter((text) => text.trim() !== '').map((text) => ({ text, format: 'qr_code' }))
    },
  }
}

/** @returns undefined for a camera that has not begun, or has just ended */
async function pictureOf(shown: HTMLVideoElement | ImageBitmap): Promise<ImageBitmap | undefined> {
  const [width, height] = 'videoWidth' in shown ? [shown.videoWidth, shown.videoHeight] : [shown.width, shown.height]
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  try {
    return await createImageBitmap(shown, {
      resizeWidth: Math.round(width * scale),
      resizeHeight: Math.round(height * scale),
    })
  } catch {
    return undefined
  }
}
