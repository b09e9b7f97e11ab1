import { makeZip } from 'client-zip'
import type { ArchivedFile } from '#domain/exports/index.ts'
import { endingFor } from '#domain/files/index.ts'
import { retryAfter } from '#domain/sync/index.ts'
import { chunksOf, type Bytes, type Keep } from './keep.ts'

/** What an export needs of the browser it is made in. */
export type ExportDeps = {
  readonly keep: Keep
  readonly fetch: (address: string) => Promise<Response>
  /** resolves after so many milliseconds, or when there may be a network again */
  readonly wait: (milliseconds: number) => Promise<void>
}

export type Archive = {
  readonly file: Blob
  readonly files: number
  /** paths of those that could not be had */
  readonly missing: readonly string[]
}

/** In the archive, what is not in it. */
export const MISSING = 'faltantes - missing.txt'
/** Pauses before a file is asked for again that the server fails to give, milliseconds. */
const PAUSES = [1_000, 3_000, 9_000]
/** A lost line is waited for so long at first, and no longer than that between two tries. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000
/** A server that wants more time than this is asked again after it anyway. */
const LONGEST = 60_000

/**
 * The files of answers as one archive, written as they come: memory holds one file, however many there are. A lost line
 * is waited for, however long, and nothing that has come is asked for again. What the server, being there, fails to
 * give after some tries is named in the archive and in the result.
 * @param waits is notified that the line is lost, and that it is back
 * @returns `signed-out` once the session is over: no one may have the rest, and what is here is no archive of the list
 */
export async function archiveOf(
  files: AsyncIterable<ArchivedFile>,
  deps: ExportDeps,
  waits: (isLost: boolean) => void = () => undefined,
): Promise<Archive | 'signed-out'> {
  const missing: string[] = []
  let count = 0
  let isOver = false
  async function* entries() {
    for await (const { folder, name, address } of files) {
      const got = await fetched(address, deps, waits)
      isOver = got === 'signed-out'
      if (isOver) return
      if (typeof got === 'string') missing.push(`${folder}/${name}`)
      else {
        count += 1
        yield { name: `${folder}/${name}${got.ending}`, input: got.bytes, size: got.bytes.size }
      }
    }
    if (missing.length > 0) yield { name: MISSING, input: `\uFEFF${missing.join('\r\n')}\r\n` }
  }
  const file = await deps.keep(chunksOf(makeZip(entries()) as ReadableStream<Bytes>), 'application/zip')
  return isOver ? 'signed-out' : { file, files: count, missing }
}

type Got = { readonly bytes: Blob; readonly ending: string }
/** What a file came to, asked for once. `line`: no reply, one that is not our server's, or a status of `AWAY`. */
type Tried = Got | 'refused' | 'signed-out' | { readonly fault: 'line' | 'server'; readonly after: number }

async function fetched(
  address: string,
  { fetch, wait }: ExportDeps,
  waits: (isLost: boolean) => void,
): Promise<Got | 'refused' | 'failed' | 'signed-out'> {
  let [failures, isLost] = [0, false]
  for (let pause = FIRST_WAIT; ;) {
    const tried = await once(address, fetch)
    const isLine = typeof tried === 'object' && 'fault' in tried && tried.fault === 'line'
    if (isLine !== isLost) waits((isLost = isLine))
    if (typeof tried === 'string' || !('fault' in tried)) return tried
    const after = Math.min(LONGEST, tried.after)
    if (isLine) {
      await wait(Math.max(pause, after))
      pause = Math.min(LONGEST_WAIT, 2 * pause)
    } else {
      const rest = PAUSES[failures]
      if (rest === undefined) return 'failed'
      failures += 1
      await wait(Math.max(rest, after))
    }
  }
}

/** From a proxy while the server is away, and from the server itself when it has too much to do. */
const AWAY: ReadonlySet<number> = new Set([429, 502, 503, 504])

async function once(address: string, fetch: ExportDeps['fetch']): Promise<Tried> {
  let reply: Response
  try {
    reply = await fetch(address)
  } catch {
    return { fault: 'line', after: 0 }
  }
  try {
    // No file of an answer is a page: this one comes from between us and the server.
    const isPage = reply.headers.get('content-type')?.startsWith('text/html') === true
    // Read whole before it is written: one that breaks off would break the archive.
    if (reply.ok && !isPage) return { bytes: await reply.blob(), ending: endingOf(reply.headers) }
    await reply.body?.cancel()
    if (reply.status === 401) return 'signed-out'
    // By no clock of ours: a proxy in between may name a day and an hour of its own.
    const after = retryAfter(reply.headers) ?? 0
    if (isPage || AWAY.has(reply.status)) return { fault: 'line', after }
    return reply.status < 500 ? 'refused' : { fault: 'server', after }
  } catch {
    // It broke off: where the line is lost the next try says so, and one that always breaks is not waited for for ever.
    return { fault: 'server', after: 0 }
  }
}

/** What it is was said by its bytes; its name only chooses among the endings of that. */
function endingOf(headers: Headers): string {
  const name = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
  return endingFor(name, headers.get('content-type') ?? '')
}
