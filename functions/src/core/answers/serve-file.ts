import type { StoredFile } from '#domain/files/index.ts'
import type { FileStore } from '../ports.ts'
import type { Sha256 } from '#domain/kernel/index.ts'
import { buildRefusalResponse } from '../http/problems.ts'

/** Bytes `start` to `end`, inclusive. */
type ByteRange = { readonly start: number; readonly end: number }

const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Parses a Range header. Several or invalid ranges get the whole file.
 * @returns undefined for the whole file; 'unsatisfiable' for a range that begins beyond the file's end, or ends before
 * it begins
 */
function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/**
 * Passes on only the range. The bytes before it are read and dropped, because every store reads from the start; files
 * are small.
 */
function cutStream(stream: ReadableStream<Uint8Array>, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let at = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        const from = Math.max(0, start - at)
        const to = Math.min(value.byteLength, end + 1 - at)
        at += value.byteLength
        if (to > from) controller.enqueue(value.subarray(from, to))
        if (at > end) {
          await reader.cancel()
          return controller.close()
        }
        if (to > from) return
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Types that a browser may display; everything else is downloaded. */
const INLINE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'video/mp4'])
/** Content security policy of files: if a browser treats the bytes as a page, nothing in them may run or load. */
const SANDBOX = "default-src 'none'; sandbox"

/** Prevents caching of personal files, which the browser would give to the next user. */
const PRIVATE_NO_STORE = 'private, no-store'

/**
 * Responds with the bytes of a file. The caller has checked access.
 * @param cacheControl value of Cache-Control
 */
export async function serveFile(
  files: FileStore,
  file: StoredFile,
  request: Request,
  cacheControl: string = PRIVATE_NO_STORE,
): Promise<Response> {
  const headers = {
    'content-type': file.type,
    'content-disposition': formatDisposition(file),
    'cache-control': cacheControl,
    'content-security-policy': SANDBOX,
    'accept-ranges': 'bytes',
    etag: `"${file.sha256}"`,
  }
  if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
  const range = parseRange(request.headers.get('range'), file.bytes)
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.bytes}` } })
  // Hono answers HEAD through GET and drops the body; a stream would stay unread and keep its file open.
  if (request.method === 'HEAD') {
    const isFound = (await files.size(file.sha256 as Sha256)) !== undefined
    return isFound
      ? new Response(null, { headers: { ...headers, 'content-length': String(file.bytes) } })
      : buildRefusalResponse({ code: 'file.missing' })
  }
  const stream = await files.read(file.sha256 as Sha256)
  if (stream === undefined) return buildRefusalResponse({ code: 'file.missing' })
  if (range === undefined)
    return new Response(stream, { headers: { ...headers, 'content-length': String(file.bytes) } })
  const { start, end } = range
  const partial = { 'content-range': `bytes ${start}-${end}/${file.bytes}`, 'content-length': String(end - start + 1) }
  return new Response(cutStream(stream, range), { status: 206, headers: { ...headers, ...partial } })
}

/** RFC 6266: a plain name for old clients, the full name encoded by RFC 5987. */
function formatDisposition({ type, name }: StoredFile): string {
  const plainText = name.replace(/[^A-Za-z0-9._ -]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${INLINE_TYPES.has(type) ? 'inline' : 'attachment'}; filename="${plainText}"; filename*=UTF-8''${encoded}`
}
