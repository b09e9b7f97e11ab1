import { makeZip } from 'client-zip'
import type { ArchivedFile } from '#domain/exports/index.ts'
import { endingFor } from '#domain/files/index.ts'

/** What an archive needs of the browser it is made in. */
export type ArchiveDeps = {
  readonly fetch: (address: string) => Promise<Response>
  /** resolves after so many milliseconds */
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
/** Pauses before a file is asked for again, milliseconds. */
const PAUSES = [1_000, 3_000, 9_000]
/** A server that wants more time than this is asked again after it anyway. */
const LONGEST = 60_000

/**
 * The files of answers as one archive, written as they come: memory holds one file, however many there are. One that cannot be had, after some tries, is named in the
 * archive and in what comes back. @returns `signed-out` once the session is over: nobody may have the rest, and what is here is no archive of the list
 */
export async function archiveOf(
  files: AsyncIterable<ArchivedFile>,
  deps: ArchiveDeps,
): Promise<Archive | 'signed-out'> {
  const missing: string[] = []
  let count = 0
  let isCut = false
  let isOver = false
  async function* entries() {
    for await (const { folder, name, address } of files) {
      // Where the line is lost, each further file is tried once, and not for seconds.
      const got = await fetched(address, isCut ? [] : PAUSES, deps)
      isOver = got === 'signed-out'
      if (isOver) return
      isCut = got === 'cut'
      if (typeof got === 'string') missing.push(`${folder}/${name}`)
      else {
        count += 1
        yield { name: `${folder}/${name}${got.ending}`, input: got.bytes, size: got.bytes.size }
      }
    }
    if (missing.length > 0) yield { name: MISSING, input: `\uFEFF${missing.join('\r\n')}\r\n` }
  }
  const file = await new Response(makeZip(entries()) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: { 'content-type': 'application/zip' },
  }).blob()
  return isOver ? 'signed-out' : { file, files: count, missing }
}

type Fetched = { readonly bytes: Blob; readonly ending: string } | 'cut' | 'refused' | 'signed-out'

async function fetched(address: string, pauses: readonly number[], { fetch, wait }: ArchiveDeps): Promise<Fetched> {
  for (let tries = 0; ; tries += 1) {
    let pause = pauses[tries]
    try {
      const reply = await fetch(address)
      // No answer carries a page: it is of whoever stands between us and the server.
      const isPage = reply.headers.get('content-type')?.startsWith('text/html') === true
      // Read whole before it is written: one that breaks off would break the archive.
      if (reply.ok && !isPage) return { bytes: await reply.blob(), ending: endingOf(reply.headers) }
      await reply.body?.cancel()
      if (reply.status === 401) return 'signed-out'
      if (!isPage && reply.status < 500 && reply.status !== 429) return 'refused'
      const after = 1_000 * Number(reply.headers.get('retry-after') ?? 0)
      if (pause !== undefined) pause = Math.min(LONGEST, Math.max(pause, after))
    } catch {
      // The line is lost.
    }
    if (pause === undefined) return 'cut'
    await wait(pause)
  }
}

/** What it is was said by its bytes; its name only chooses among the endings of that. */
function endingOf(headers: Headers): string {
  const name = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
  return endingFor(name, headers.get('content-type') ?? '')
}
