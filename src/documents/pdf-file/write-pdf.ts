import { proxy, transfer, wrap } from 'comlink'
import type { PdfRequest } from '#documents/pdf/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { GivePicture, Printer } from './pdf-worker.ts'

/**
 * Makes a PDF in a worker: a form of 500 questions keeps no screen waiting.
 * @param give hands over the pictures, one after the other
 * @param signal ends the work in the middle
 * @returns network.unreachable when its library is not on this device and cannot be fetched, server.failed when it cannot go on
 */
export async function writePdf(request: PdfRequest, give: GivePicture, signal: AbortSignal): Promise<Result<Blob>> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const ended = new Promise<Result<never>>((resolve) => {
    worker.addEventListener('error', () => resolve(refuse('network.unreachable')))
    signal.addEventListener('abort', () => resolve(refuse('server.failed')), { once: true })
  })
  const giving = proxy(async (...asked: Parameters<GivePicture>) => {
    const bytes = await give(...asked)
    return bytes === null ? null : transfer(bytes, [bytes.buffer])
  })
  try {
    const made = wrap<Printer>(worker).make(request, giving as GivePicture & object)
    return await Promise.race([
      made.then(
        (pdf) => ok(pdf),
        () => refuse('server.failed'),
      ),
      ended,
    ])
  } finally {
    worker.terminate()
  }
}
