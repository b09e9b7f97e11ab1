import { Worker } from 'node:worker_threads'
import type { PdfMaker, RequestedPdf } from '#core/pdf-port.ts'
import type { Log } from '#core/ports.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { PDF_THREAD } from '../program-files.mjs'
import type { PdfThreadReply, PdfThreadRequest } from './pdf-thread.ts'

type PdfResult = Result<Uint8Array<ArrayBuffer>>
type Waiting = { readonly id: number; readonly request: RequestedPdf; readonly tell: (pdfResult: PdfResult) => void }

/** Queue limit; further requests get server.busy. */
const MAX_WAITING = 20
/** Maximum queued requests without an account. */
const MAX_PUBLIC = 2
/** Timeout of one PDF in milliseconds; a thousand pages take some seconds. */
const RENDER_TIMEOUT_MS = 60_000
/** Idle timeout of the thread, which holds some 100 MB, in milliseconds. */
const IDLE_TIMEOUT_MS = 60_000
const MAX_HEAP_MB = 1024
const BUSY_SECONDS = 15

export type ThreadedPdfMaker = PdfMaker & { close(): Promise<void> }

/** Renders PDFs one by one in a separate thread: a PDF takes a second, and other requests must not wait for it. */
export function createThreadedPdfMaker(log: Log, patience: number = RENDER_TIMEOUT_MS): ThreadedPdfMaker {
  const waiting: Waiting[] = []
  let current: Waiting | undefined
  let thread: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let last = 0
  let isClosed = false

  function finish(pdfResult: PdfResult): void {
    clearTimeout(timer)
    const { tell } = current ?? {}
    current = undefined
    tell?.(pdfResult)
    next()
  }

  function next(): void {
    if (current !== undefined) return
    // Requests of users with an account have priority.
    const first = waiting.findIndex(({ request }) => !request.isPublic)
    current = waiting.splice(Math.max(0, first), 1)[0]
    clearTimeout(timer)
    if (current === undefined) {
      timer = setTimeout(stop, IDLE_TIMEOUT_MS)
      timer.unref()
      return
    }
    timer = setTimeout(() => giveUp('took too long'), patience)
    order(current)
  }

  function order({ id, request: { sources } }: Waiting): void {
    thread ??= begin()
    thread.postMessage({ id, sources } satisfies PdfThreadRequest)
  }

  async function addPictures(
    { id, request }: Waiting,
    { images }: Extract<PdfThreadReply, { images: unknown }>,
  ): Promise<void> {
    const pictures = await request.readPictures(images).catch((error: unknown) => {
      log.error('pdf.failed', { error: String(error) })
      return refuse('pdf.failed')
    })
    // The PDF was given up while its pictures were read, or the server has closed.
    if (current?.id !== id) return
    if (!pictures.ok) return finish(pictures)
    thread?.postMessage({ id, pictures: pictures.value } satisfies PdfThreadRequest)
  }

  function begin(): Worker {
    const newWorker = new Worker(PDF_THREAD, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    newWorker.unref()
    newWorker.on('message', (reply: PdfThreadReply) => {
      if (current?.id !== reply.id) return
      if ('images' in reply) return void addPictures(current, reply)
      if ('bytes' in reply) return finish(ok(reply.bytes))
      if ('tooLarge' in reply) return finish(refuse('pdf.too-large'))
      log.error('pdf.failed', { error: reply.error })
      finish(refuse('pdf.failed'))
    })
    newWorker.on('error', (error) => {
      if (thread === newWorker) giveUp(error.message)
    })
    return newWorker
  }

  /** Ends the thread and fails the current PDF; the next PDF starts a new thread. */
  function giveUp(why: string): void {
    log.error('pdf.given-up', { error: why })
    stop()
    finish(refuse('pdf.failed'))
  }

  function stop(): void {
    void thread?.terminate()
    thread = undefined
  }

  return {
    make: (requestedPdf) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(refuse('pdf.failed'))
        const ofPublic = requestedPdf.isPublic
          ? waiting.filter((eachWaiting) => eachWaiting.request.isPublic).length
          : 0
        if (waiting.length >= MAX_WAITING || ofPublic >= MAX_PUBLIC)
          return resolve(refuse('server.busy', { seconds: BUSY_SECONDS }))
        last += 1
        waiting.push({ id: last, request: requestedPdf, tell: resolve })
        next()
      }),
    close: async () => {
      clearTimeout(timer)
      isClosed = true
      for (const { tell } of [...(current === undefined ? [] : [current]), ...waiting.splice(0)])
        tell(refuse('pdf.failed'))
      current = undefined
      await thread?.terminate()
    },
  }
}
