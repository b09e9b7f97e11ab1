import { makeZip } from 'client-zip'
import type { ArchivedFile } from '#domain/exports/index.ts'
import { getFileExtension } from '#domain/files/index.ts'
import { parseRetryAfter } from '#domain/sync/index.ts'
import { iterateStream, type Bytes, type CollectBytes } from './keep.ts'

/** Browser functions that an export needs. */
export type ExportDeps = {
  readonly keep: CollectBytes
  readonly fetch: (address: string) => Promise<Response>
  /** resolves after this time, or earlier when the network may be available again */
  readonly wait: (milliseconds: number) => Promise<void>
}

export type Archive = {
  readonly file: Blob
  readonly files: number
  /** paths of the files that could not be fetched */
  readonly missing: readonly string[]
}

/** Name of the file in the archive that lists missing files. */
export const MISSING_FILES_LIST_NAME = 'faltantes - missing.txt'
/** Pauses in milliseconds before each retry of a file that the server failed to deliver. */
const PAUSES = [1_000, 3_000, 9_000]
/** First and maximum pause in milliseconds between retries while the connection is lost. */
const FIRST_WAIT = 1_000
const MAX_WAIT = 30_000
/** Maximum pause in milliseconds, even when the server asks for a longer one. */
const MAX_WAIT_MS = 60_000

/**
 * Writes the files of answers into one archive while they are fetched, so that memory holds one file at a time. Waits
 * without limit while the connection is lost. Files that the server refuses, or fails to deliver after several tries,
 * are listed in the archive and the result.
 * @param waits called with true when the connection is lost, and with false when it is back
 * @returns `signed-out` when the session has ended; the archive is then incomplete
 */
export async function writeArchive(
  files: AsyncIterable<ArchivedFile>,
  deps: ExportDeps,
  waits: (isLost: boolean) => void = () => undefined,
): Promise<Archive | 'signed-out'> {
  const missing: string[] = []
  let count = 0
  let isOver = false
  async function* entries() {
    for await (const { folder, name, address } of files) {
      const got = await fetchWithRetries(address, deps, waits)
      isOver = got === 'signed-out'
      if (isOver) return
      if (typeof got === 'string') missing.push(`${folder}/${name}`)
      else {
        count += 1
        yield { name: `${folder}/${name}${got.ending}`, input: got.bytes, size: got.bytes.size }
      }
    }
    if (missing.length > 0) yield { name: MISSING_FILES_LIST_NAME, input: `\uFEFF${missing.join('\r\n')}\r\n` }
  }
  const file = await deps.keep(iterateStream(makeZip(entries()) as ReadableStream<Bytes>), 'application/zip')
  return isOver ? 'signed-out' : { file, files: count, missing }
}

type Got = { readonly bytes: Blob; readonly ending: string }
/**
 * Result of one request for a file. `line`: no reply of our server (lost connection, proxy), or a status of
 * `RETRIED_STATUSES`.
 */
type FetchAttempt = Got | 'refused' | 'signed-out' | { readonly fault: 'line' | 'server'; readonly after: number }

async function fetchWithRetries(
  address: string,
  { fetch, wait }: ExportDeps,
  waits: (isLost: boolean) => void,
): Promise<Got | 'refused' | 'failed' | 'signed-out'> {
  let [failures, isLost] = [0, false]
  for (let pause = FIRST_WAIT; ;) {
    const tried = await fetchOnce(address, fetch)
    const isLine = typeof tried === 'object' && 'fault' in tried && tried.fault === 'line'
    if (isLine !== isLost) waits((isLost = isLine))
    if (typeof tried === 'string' || !('fault' in tried)) return tried
    const after = Math.min(MAX_WAIT_MS, tried.after)
    if (isLine) {
      await wait(Math.max(pause, after))
      pause = Math.min(MAX_WAIT, 2 * pause)
    } else {
      const rest = PAUSES[failures]
      if (rest === undefined) return 'failed'
      failures += 1
      await wait(Math.max(rest, after))
    }
  }
}

/** Statuses of a proxy when the server is down, and of an overloaded server. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])

async function fetchOnce(address: string, fetch: ExportDeps['fetch']): Promise<FetchAttempt> {
  let reply: Response
  try {
    reply = await fetch(address)
  } catch {
    return { fault: 'line', after: 0 }
  }
  try {
    // A file of an answer is never an HTML page, so this reply is from a proxy or captive portal.
    const isPage = reply.headers.get('content-type')?.startsWith('text/html') === true
    // Reads the whole file before it is written, because an interrupted file would break the archive.
    if (reply.ok && !isPage) return { bytes: await reply.blob(), ending: pickFileExtension(reply.headers) }
    await reply.body?.cancel()
    if (reply.status === 401) return 'signed-out'
    // Does not use this device's clock. A date in Retry-After is relative to the reply's own Date header, which a proxy
    // may have set.
    const after = parseRetryAfter(reply.headers) ?? 0
    if (isPage || RETRIED_STATUSES.has(reply.status)) return { fault: 'line', after }
    return reply.status < 500 ? 'refused' : { fault: 'server', after }
  } catch {
    // The reply was interrupted. Counts as a fault of the server, so that a file that is always interrupted is not
    // retried without end. If the connection is lost, the next try detects that.
    return { fault: 'server', after: 0 }
  }
}

/** Returns the file extension. The content type decides; the name only selects among its extensions. */
function pickFileExtension(headers: Headers): string {
  const name = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
  return getFileExtension(name, headers.get('content-type') ?? '')
}
