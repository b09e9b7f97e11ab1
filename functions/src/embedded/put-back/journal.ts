import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Log } from '#core/ports.ts'
import type { StoredDocument, Write } from '#domain/store/index.ts'
import { PRIVATE_FILE } from '../data-folder.ts'

/** Milliseconds for which it is remembered what has ended; nothing that ends lives longer than an API token. */
const REMEMBERED = 400 * 24 * 60 * 60 * 1000

/** What ended, or credentials as they are since. No secret: keys are hashes or ids, passwords hashes of hashes. */
const endingSchema = z.object({
  key: z.string().regex(/^(?:websession|api_tokens|credentials)\//),
  at: z.number(),
  /** of credentials: their count of changes, and which password it is since */
  epoch: z.number().optional(),
  password: z.string().optional(),
})
export type Ending = z.infer<typeof endingSchema>
/** How often the database was marked: one that knows of fewer marks is older than this file. */
const markSchema = z.object({ mark: z.int().min(0) })

/** What has ended, in a file beside the database: a backup that is put back does not know it. */
export type Journal = {
  /** undefined: there was none before, so that nothing is known of what has ended */
  readonly known: ReadonlyMap<string, Ending> | undefined
  /** the latest mark that was noted; 0: none */
  readonly mark: number
  note(writes: readonly Write[]): void
  /** The database has this mark. */
  noteMark(mark: number): void
}

/** Opens it, with one line for each thing. A line that a dying machine cut off is passed over. @param now ms */
export function openJournal(file: string, now: () => number, log: Log): Journal {
  const { known, mark } = existsSync(file) ? read(file, now()) : { known: undefined, mark: 0 }
  const linesOf = (entries: readonly object[]): string => entries.map((one) => `${JSON.stringify(one)}\n`).join('')
  writeFileSync(`${file}.new`, linesOf([{ mark }, ...(known?.values() ?? [])]), { mode: PRIVATE_FILE, flush: true })
  renameSync(`${file}.new`, file)
  const append = (entries: readonly object[]): void => {
    if (entries.length === 0) return
    try {
      // A machine that dies now must not forget it: the disk has it before anything else is done.
      appendFileSync(file, linesOf(entries), { flush: true })
    } catch (error) {
      // What has ended has ended; only a backup that is put back would not know it.
      log.error('ended.not-noted', { error: String(error) })
    }
  }
  return {
    known,
    mark,
    note: (writes) => append(writes.flatMap((write) => endingOf(write, now()) ?? [])),
    noteMark: (next) => append([{ mark: next }]),
  }
}

function read(file: string, now: number) {
  const known = new Map<string, Ending>()
  let mark = 0
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry = parsed(line)
    mark = Math.max(mark, markSchema.safeParse(entry).data?.mark ?? 0)
    const ending = endingSchema.safeParse(entry).data
    // Credentials have no end.
    if (ending !== undefined && (ending.epoch !== undefined || now - ending.at < REMEMBERED))
      known.set(ending.key, ending)
  }
  return { known, mark }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function endingOf(write: Write, at: number): Ending | undefined {
  const { key } = write
  if (key.startsWith('credentials/')) {
    if (write.kind !== 'set') return { key, at, epoch: 0 }
    const { epoch = 0, passwordHash } = write.document as StoredDocument & { epoch?: number; passwordHash: string }
    return { key, at, epoch, password: fingerprintOf(passwordHash) }
  }
  if (key.startsWith('api_tokens/') && write.kind !== 'set') return { key, at }
  if (key.startsWith('websession/') && write.kind === 'set' && write.document['active'] === false) return { key, at }
  return undefined
}

export function fingerprintOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('hex')
}
