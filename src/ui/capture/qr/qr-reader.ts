import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { openCodeReader, type CodeReader } from '../scan/code-reader.ts'
import type { QrReply, QrRequest } from './qr-worker.ts'

/**
 * Maximum side of a picture to read, pixels. Larger pictures are scaled down. A ticket's code that fills a third of the
 * picture then has four pixels per module.
 */
const MAX_SIDE = 1280

export type QrReader = {
  /** rejects if the reader's program cannot be loaded; the next picture loads it again */
  readonly reader: CodeReader
  readonly end: () => void
}

/** Opens a QR reader: the browser's own detector if it supports QR codes, otherwise zxing in a worker. */
export async function openQrReader(): Promise<QrReader> {
  const ownReader = (await browserReadsQr()) ? await openCodeReader() : null
  return ownReader === null ? createWorkerReader() : { reader: ownReader, end: () => undefined }
}

/** @returns the file to cache; undefined if the browser can read codes itself */
export async function getQrReaderUrl(): Promise<string | undefined> {
  return (await browserReadsQr()) ? undefined : wasm
}

async function browserReadsQr(): Promise<boolean> {
  type DetectorClass = { readonly getSupportedFormats: () => Promise<readonly string[]> }
  const { BarcodeDetector: detectorClass } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  const formats = await detectorClass?.getSupportedFormats().catch((): readonly string[] => [])
  return formats?.includes('qr_code') === true
}

type Waiting = Pick<PromiseWithResolvers<readonly string[]>, 'resolve' | 'reject'>

function createWorkerReader(): QrReader {
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
    started.addEventListener('message', ({ data: { number: total, texts } }: MessageEvent<QrReply>) => {
      if (texts === undefined) waiting.get(total)?.reject(new Error('no reader'))
      else waiting.get(total)?.resolve(texts)
      waiting.delete(total)
    })
    // If the worker fails to start, the next picture starts another worker.
    started.addEventListener('error', drop)
    return started
  }
  return {
    end: () => {
      isEnded = true
      drop()
    },
    reader: async (shown) => {
      const picture = await captureBitmap(shown)
      if (picture === undefined || isEnded) return []
      number += 1
      worker ??= start()
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
      waiting.set(number, { resolve, reject })
      worker.postMessage({ number, picture, wasm } satisfies QrRequest, [picture])
      const texts = await promise
      return [...new Set(texts)].filter((text) => text.trim() !== '').map((text) => ({ text, format: 'qr_code' }))
    },
  }
}

/** @returns the current picture; undefined while the camera is starting or after it has ended */
async function captureBitmap(shown: HTMLVideoElement | ImageBitmap): Promise<ImageBitmap | undefined> {
  const [width, height] = 'videoWidth' in shown ? [shown.videoWidth, shown.videoHeight] : [shown.width, shown.height]
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  try {
    return await createImageBitmap(shown, {
      resizeWidth: Math.round(width * scale),
      resizeHeight: Math.round(height * scale),
    })
  } catch {
    return undefined
  }
}
