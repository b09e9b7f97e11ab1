import { proxy, transfer, wrap } from 'comlink'
import type { PdfRequest } from '#documents/pdf/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { catchWorkerFailures } from '../worker-outcomes.ts'
import type { LoadPictureBytes, PdfWorkerApi } from './pdf-worker.ts'

/**
 * Makes a PDF in a worker, so that a form of 500 questions does not block the screen.
 * @param give provides the pictures; called for one picture at a time
 * @param signal aborts the work
 * @returns network.unreachable when the worker cannot be loaded, device.file-failed when it fails or is aborted
 */
export async function writePdf(
  request: PdfRequest,
  give: LoadPictureBytes,
  signal: AbortSignal,
): Promise<Result<Blob>> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const giving = proxy(async (...args: Parameters<LoadPictureBytes>) => {
    const bytes = await give(...args)
    return bytes === null ? null : transfer(bytes, [bytes.buffer])
  })
  try {
    return await catchWorkerFailures(
      worker,
      signal,
    )(wrap<PdfWorkerApi>(worker).make(request, giving as LoadPictureBytes & object))
  } finally {
    worker.terminate()
  }
}
