import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { isCollection, type CollectionName } from '#core/collections.ts'
import type { Log } from '#core/ports.ts'
import type { HeldAnswer } from '#domain/answers/index.ts'
import { answerIdSchema, typedKeys, type AnswerId } from '#domain/kernel/index.ts'
import { listActiveGrants, GRANT_RULES, type GrantRule } from '#domain/sessions/judge/index.ts'
import { keys, type StoredDocument, type Write } from '#domain/store/index.ts'
import type { WatchedWrite } from '#core/index.ts'
import { PRIVATE_FILE_MODE } from '../data-folder.ts'

/**
 * Treatment of each collection after a backup was restored. Every collection must be listed here to compile.
 *
 * - a rule of `GRANT_RULES`: the ends of its grants are in the journal, and are applied again
 * - `content`: stays as in the backup
 * - `single-use`: deleted after every restore
 * - `password`: ended if its fingerprint differs from the journal
 */
const AFTER_RESTORE: Readonly<Record<CollectionName, GrantRule | 'content' | 'single-use' | 'password'>> = {
  usuarios: GRANT_RULES.users,
  factors: GRANT_RULES.factors,
  credentials: 'password',
  websession: GRANT_RULES.sessions,
  tokens: 'single-use',
  api_tokens: GRANT_RULES.apiTokens,
  integraciones: GRANT_RULES.webhooks,
  puertas: GRANT_RULES.doorLinks,
  paises: GRANT_RULES.places,
  municipios: GRANT_RULES.places,
  // Links from users of the identity provider to our users. A link never ends; its user can be deactivated.
  identidades: 'content',
  solicitudes: 'content',
  settings: 'content',
  // An account of a payment provider is replaced, never ended; earlier payments are refunded through their account.
  pagos: 'content',
  // Payments and tickets newer than the backup are lost with their answers; the provider still has the payments.
  payOrder: 'content',
  recibos: 'content',
  boletos: 'content',
  lecturas: 'content',
  entradas: 'content',
  compradores: 'content',
  provincias: 'content',
  areas_municipales: 'content',
  tipos_incidencia: 'content',
  agendas: 'content',
  entregas: 'content',
  formularios: GRANT_RULES.events,
  versiones: 'content',
  borradores: 'content',
  formEditedInfo: 'content',
  respuestas_formularios: 'content',
  estadisticas: 'content',
  segmentos: 'content',
  historial: 'content',
  held: 'content',
  deleted: 'content',
  // Erasures are written again from the journal.
  erased: 'content',
  copies: 'content',
  unsettled: 'content',
  imagenes: 'content',
  receipts: 'content',
  files: 'content',
  counters: 'content',
  names: 'content',
  throttles: 'content',
  devices: 'content',
  jobs: 'content',
  audit: 'content',
  filtros: 'content',
  filtros_compartidos: 'content',
}

/** The collections with grants that can be ended, and their rules. */
export const REVOCABLE_COLLECTIONS: readonly (readonly [CollectionName, GrantRule])[] = typedKeys(
  AFTER_RESTORE,
).flatMap((name) => {
  const rule = AFTER_RESTORE[name]
  return typeof rule === 'string' ? [] : [[name, rule] as const]
})

/** The rule for a document; `undefined`: the document has no grants that can end. */
export function findGrantRule(key: string): GrantRule | undefined {
  const collection = key.split('/').at(-2) ?? ''
  const rule = isCollection(collection) ? AFTER_RESTORE[collection] : 'content'
  return typeof rule === 'string' ? undefined : rule
}

/** Lifetime of entries about sessions and API tokens, in milliseconds. No session or token lives longer. */
const MAX_ENTRY_AGE_MS = 400 * 24 * 60 * 60 * 1000

const namesSchema = z.array(z.string()).readonly()

/**
 * Entry of the journal: ended grants of a document, current credentials, or a deleted answer. Contains no secrets: keys
 * are hashes or ids, passwords are hashes of hashes.
 */
const endingSchema = z.looseObject({
  key: z.string().refine((key) => isPasswordKey(key) || isAnswer(key) || findGrantRule(key) !== undefined),
  at: z.number(),
  /** ended grants; undefined: all grants of the document */
  names: namesSchema.optional(),
  /** grants that are still active */
  left: namesSchema.optional(),
  /** `epoch` and `password` are for credentials: the number of changes, and the fingerprint of the current password */
  epoch: z.number().optional(),
  password: z.string().optional(),
  /** for answers: a deleted answer was restored by a user */
  back: z.boolean().optional(),
})
export type EndedGrantEntry = z.infer<typeof endingSchema>
/** Erasure of an answer on behalf of a person. Never expires, because a backup of any age would revive the answer. */
const erasureSchema = z.looseObject({ erased: answerIdSchema, at: z.number() })
type Erasure = z.infer<typeof erasureSchema>
/** Mark of the database. A database with a lower mark than its journal is an older copy. */
const markSchema = z.strictObject({ mark: z.int().min(0) })

/**
 * Journal of ended grants (sessions, tokens) and deleted answers, in a file beside the database. A restored backup may
 * revive them.
 */
export type EndedGrantsJournal = {
  /** entries at the opening, by key; undefined: there was no journal */
  readonly known: ReadonlyMap<string, EndedGrantEntry> | undefined
  /** answers that were erased on behalf of a person before the opening */
  readonly erased: ReadonlySet<AnswerId>
  /** the latest mark; 0: none */
  readonly mark: number
  note(writes: readonly WatchedWrite[]): void
  /** whether the answer was deleted or discarded, even if only after the backup that was restored */
  isEnded(answer: AnswerId): boolean
  /** Adds the mark that the database now has. */
  noteMark(mark: number): void
}

/**
 * Opens the journal, with an entry per line; removes expired and incomplete lines. Entries and fields of newer releases
 * are kept as they are.
 * @param now time in milliseconds
 */
export function openEndedGrantsJournal(file: string, now: () => number, log: Log): EndedGrantsJournal {
  const { known, erased, mark, unknown } = existsSync(file)
    ? readJournal(file, now())
    : { known: undefined, erased: [], mark: 0, unknown: [] }
  const endings = new Map(known)
  const buildEnding = ({ write, before }: WatchedWrite): EndedGrantEntry | Erasure | undefined => {
    const id = findErasedAnswer(write)
    if (id !== undefined) return { erased: id, at: now() }
    if (isPasswordKey(write.key)) return buildPasswordEnding(write, now())
    const ending =
      findEndingOfAnswer(write, endings, now()) ?? findEndingOfWrite(write, before, endings.get(write.key), now())
    if (ending !== undefined) endings.set(ending.key, ending)
    return ending
  }
  const toJsonLines = (entries: readonly object[]): string =>
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  writeFileSync(`${file}.new`, toJsonLines([{ mark }, ...unknown, ...erased, ...(known?.values() ?? [])]), {
    mode: PRIVATE_FILE_MODE,
    flush: true,
  })
  renameSync(`${file}.new`, file)
  const append = (entries: readonly object[]): void => {
    if (entries.length === 0) return
    try {
      // `flush` syncs the entries to disk at once, so that a crash does not lose them.
      appendFileSync(file, toJsonLines(entries), { flush: true })
    } catch (error) {
      // The ends themselves are in the database; the entries are missed only after a backup was restored.
      log.error('ended.not-noted', { error: String(error) })
    }
  }
  return {
    known,
    erased: new Set(erased.map(({ erased: id }) => id)),
    mark,
    note: (writes) => append(writes.flatMap((written) => buildEnding(written) ?? [])),
    noteMark: (next) => append([{ mark: next }]),
    isEnded: (answer) => isGone(endings.get(keys.answer(answer))),
  }
}

function readJournal(file: string, now: number) {
  const known = new Map<string, EndedGrantEntry>()
  /** entries of newer releases, by their text */
  const unknown = new Map<string, object>()
  const erased = new Map<string, Erasure>()
  let mark = 0
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry = parseLine(line)
    if (entry === undefined) continue
    const marked = markSchema.safeParse(entry).data
    const ending = endingSchema.safeParse(entry).data
    const erasure = erasureSchema.safeParse(entry).data
    mark = Math.max(mark, marked?.mark ?? 0)
    if (erasure !== undefined) erased.set(erasure.erased, erasure)
    else if (ending === undefined) {
      if (marked === undefined) unknown.set(line, entry)
    } else if (!(isForgotten(ending.key) && now - ending.at >= MAX_ENTRY_AGE_MS)) known.set(ending.key, ending)
  }
  return { known, erased: [...erased.values()], mark, unknown: [...unknown.values()] }
}

/** The answer of a write that records an erasure. */
function findErasedAnswer({ kind, key }: Write): AnswerId | undefined {
  const [collection, id] = key.split('/')
  return kind === 'set' && collection === 'erased' ? answerIdSchema.safeParse(id).data : undefined
}

function parseLine(line: string): object | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? entry : undefined
  } catch {
    return undefined
  }
}

/** @returns the entry to add; undefined: nothing ended, or the end is already in the journal */
function findEndingOfWrite(
  write: Write,
  before: StoredDocument | undefined,
  noted: EndedGrantEntry | undefined,
  at: number,
): EndedGrantEntry | undefined {
  const { key } = write
  const rule = findGrantRule(key)
  if (rule === undefined) return undefined
  const after = write.kind === 'set' ? write.document : undefined
  const left = listActiveGrants(rule, after)
  if (before === undefined && after === undefined) return rule.isVersioned === true ? undefined : { key, at }
  const off = after === undefined ? [] : Object.keys(rule.grantsOf(after)).filter((name) => !left.includes(name))
  const earlier = noted?.names ?? []
  const lost = rule.isVersioned === true ? [] : listActiveGrants(rule, before)
  const names = [...new Set([...earlier, ...lost, ...off])].filter((name) => !left.includes(name))
  const isNoted = noted === undefined ? names.length === 0 : names.length === noted.names?.length
  return isNoted && names.every((name) => earlier.includes(name))
    ? undefined
    : // Keeps the fields of a newer release.
      { ...noted, key, at, names, left }
}

/** Notes the deletion of an answer, the decision to discard a held answer, and that a deleted answer was restored. */
function findEndingOfAnswer(
  write: Write,
  endings: ReadonlyMap<string, EndedGrantEntry>,
  at: number,
): EndedGrantEntry | undefined {
  const isSet = write.kind === 'set'
  if (isAnswer(write.key)) {
    if (!isSet) return { key: write.key, at }
    return isGone(endings.get(write.key)) ? { key: write.key, at, back: true } : undefined
  }
  const isDiscarded =
    isSet && write.key.startsWith('held/') && (write.document as HeldAnswer).outcome.kind === 'discarded'
  return isDiscarded ? { key: keys.answer((write.document as HeldAnswer).id), at } : undefined
}

function isGone(ending: EndedGrantEntry | undefined): boolean {
  return ending !== undefined && ending.back !== true
}

function isAnswer(key: string): boolean {
  return key.startsWith('respuestas_formularios/')
}

function buildPasswordEnding(write: Write, at: number): EndedGrantEntry {
  const { key } = write
  if (write.kind !== 'set') return { key, at, epoch: 0 }
  const { epoch = 0, passwordHash } = write.document as StoredDocument & { epoch?: number; passwordHash: string }
  return { key, at, epoch, password: fingerprintPassword(passwordHash) }
}

export function isPasswordKey(key: string): boolean {
  return key.startsWith('credentials/')
}

function isForgotten(key: string): boolean {
  return findGrantRule(key)?.isShortLived === true
}

export function fingerprintPassword(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('hex')
}
