import { proxy, transfer, wrap } from 'comlink'
import type { PdfRequest } from '#documents/pdf/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { outcomesOf } from '../worker-outcomes.ts'
import type { GivePicture, Printer } from './pdf-worker.ts'

/**
 * Makes a PDF in a worker, so that a form of 500 questions does not block the screen.
 * @param give provides the pictures, called for one after another
 * @param signal aborts the work
 * @returns network.unreachable when the worker cannot be loaded, device.file-failed when it fails or is aborted
 */
export async function writePdf(request: PdfRequest, give: GivePicture, signal: AbortSignal): Promise<Result<Blob>> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const giving = proxy(async (...asked: Parameters<GivePicture>) => {
    const bytes = await give(...asked)
    return bytes === null ? null : transfer(bytes, [bytes.buffer])
  })
  try {
    return await outcomesOf(worker, signal)(wrap<Printer>(worker).make(request, giving as GivePicture & object))
  } finally {
    worker.terminate()
  }
}
