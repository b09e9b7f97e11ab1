import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { codeReader, type CodeReader } from '../scan/code-reader.ts'
import type { Answered, Asked } from './qr-worker.ts'

/** Longest side of a picture looked at, pixels: a ticket's code on a third of it has four for each of its modules. */
const LONGEST_SIDE = 1280

export type QrReader = {
  /** rejects where the code that reads cannot be had; the next picture tries again */
  readonly reader: CodeReader
  readonly end: () => void
}

/** Reads QR codes: the browser's own detector where it knows them, else zxing in a worker. */
export async function openQrReader(): Promise<QrReader> {
  const own = (await knowsQr()) ? await codeReader() : null
  return own === null ? inWorker() : { reader: own, end: () => undefined }
}

/** @returns undefined where the browser reads by itself */
export async function neededFile(): Promise<string | undefined> {
  return (await knowsQr()) ? undefined : wasm
}

async function knowsQr(): Promise<boolean> {
  type DetectorClass = { readonly getSupportedFormats: () => Promise<readonly string[]> }
  const { BarcodeDetector: found } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  const formats = await found?.getSupportedFormats().catch((): readonly string[] => [])
  return formats?.includes('qr_code') === true
}

type Waiting = Pick<PromiseWithResolvers<readonly string[]>, 'resolve' | 'reject'>

function inWorker(): QrReader {
  const waiting = new Map<number, Waiting>()
  let number = 0
  let worker: Worker | undefined
  let isEnded = false
  const drop = (): void => {
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject(new Error('no reader'))
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data: { number: of, texts } }: MessageEvent<Answered>) => {
      if (texts === undefined) waiting.get(of)?.reject(new Error('no reader'))
      else waiting.get(of)?.resolve(texts)
      waiting.delete(of)
    })
    // It could not be started: the next picture starts another.
    started.addEventListener('error', drop)
    return started
  }
  return {
    end: () => {
      isEnded = true
      drop()
    },
    reader: async (shown) => {
      const picture = await pictureOf(shown)
      if (picture === undefined || isEnded) return []
      number += 1
      worker ??= start()
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
      waiting.set(number, { resolve, reject })
      worker.postMessage({ number, picture, wasm } satisfies Asked, [picture])
      const texts = await promise
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
