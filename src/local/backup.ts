import { z } from 'zod'
import { answerValuesSchema } from '#domain/answers/index.ts'
import { citizenSchema, personaSchema } from '#domain/citizens/index.ts'
import { locationSchema } from '#domain/places/index.ts'
import { answerHeaderSchema, fileClaimSchema, givenSignatureSchema, type FileClaim } from '#domain/answering/index.ts'
import {
  addressSchema,
  answerIdSchema,
  ok,
  refuse,
  templateIdSchema,
  instantSchema,
  mutationIdSchema,
  type Instant,
  type Result,
  type Sha256,
  authorSchema,
  type Author,
} from '#domain/kernel/index.ts'
import {
  correctMutationSchema,
  mutationSchema,
  PROTOCOL_VERSION,
  convertProtocol,
  type ProtocolSteps,
  convertToRowLists,
  type Mutation,
} from '#domain/sync/index.ts'
import { isMutationKnown } from './copies.ts'
import type { RelevoDatabase } from './database.ts'
import type { Draft } from './draft.ts'
import { toDraftOwner } from './drafts.ts'
import { storeFiles, loadFile, type CapturedFile } from './files.ts'
import { runRead, runWrite, type Local } from './local.ts'
import { createOutboxEntry, rememberAnswer, toOutboxColumns } from './save-answer.ts'

/**
 * A backup of unsent answers, changes and drafts, but not of edited forms, as one file:
 *
 *     8 bytes   "RELEVO1\n"
 *     4 bytes   length of the header, big-endian
 *     header    JSON (UTF-8): account, exportedAt, protocol, entries, drafts, files [{ sha256, bytes }]
 *     …         bytes of the files, in the order of the header
 *     32 bytes  SHA-256 of everything before
 *
 * Files that can no longer be read are left out; their entries are kept.
 */
const MAGIC = new TextEncoder().encode('RELEVO1\n')
const DIGEST_BYTES = 32

const entrySchema = z.object({ mutation: mutationSchema, savedAt: instantSchema })
const draftedChangeSchema = z.object({
  kind: z.enum(['answer.edit', 'answer.correct', 'answer.revise']),
  mutation: mutationIdSchema,
  base: z.int().min(1),
  baseAt: instantSchema.optional(),
  seen: z.object({
    content: answerValuesSchema,
    location: locationSchema.nullable(),
    citizen: citizenSchema.nullable().optional(),
    persona: personaSchema.nullable().optional(),
    identifier: z.string().nullable().optional(),
    state: z.int().optional(),
  }),
  decides: correctMutationSchema.shape.resolves.readonly(),
  reason: z.string().optional(),
})
export const draftSchema = z.object({
  id: answerIdSchema,
  template: templateIdSchema,
  version: z.int().min(1),
  header: answerHeaderSchema,
  content: answerValuesSchema,
  signing: z.array(givenSignatureSchema.omit({ image: true })).optional(),
  filled: z.array(givenSignatureSchema.shape.indexSignature).optional(),
  at: addressSchema.optional(),
  startedAt: instantSchema,
  change: draftedChangeSchema.optional(),
  takenBack: z.literal(true).optional(),
  updatedAt: instantSchema,
})
const draftWithFilesSchema = z.object({ draft: draftSchema, files: z.array(fileClaimSchema) })
/** Entries and drafts are parsed one by one, so that an invalid item does not exclude the valid ones. */
const headerSchema = z.object({
  account: authorSchema,
  exportedAt: instantSchema,
  protocol: z.int().min(0),
  entries: z.array(z.unknown()),
  drafts: z.array(z.unknown()),
  files: z.array(fileClaimSchema.pick({ sha256: true, bytes: true })),
})

/** SHA-256 in lower-case hex. */
export type HashBytes = (bytes: Uint8Array<ArrayBuffer>) => Promise<Sha256>

/**
 * Exports outbox entries of every state, drafts, and their files. Changes nothing.
 * @param instant export time, for the header
 */
export async function writeUnsentBackup(
  local: Local,
  hash: HashBytes,
  instant: Instant,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await runRead(local, ['outbox', 'drafts', 'needs'], async (database) => ({
    outbox: await database.outbox.orderBy('order').toArray(),
    drafts: await database.drafts.toArray(),
    needs: await database.needs.toArray(),
  }))
  const blobs: { readonly sha256: Sha256; readonly data: ArrayBuffer }[] = []
  // Reads files one by one. Skips a file that is no longer here: the disk lost it, or the server received its entry.
  for (const claim of new Map(found.needs.map((need) => [need.sha256, need])).values()) {
    const data = await loadFile(local, claim)
    if (data !== undefined) blobs.push({ sha256: claim.sha256, data })
  }
  const header = {
    account: local.account,
    exportedAt: instant,
    protocol: PROTOCOL_VERSION,
    entries: found.outbox.map(({ entry }) => ({ mutation: entry.mutation, savedAt: entry.savedAt })),
    drafts: found.drafts.map((draft) => ({
      draft,
      files: found.needs.filter((need) => need.owner === toDraftOwner(draft.id)).map(({ owner: _, ...claim }) => claim),
    })),
    files: blobs.map(({ sha256, data }) => ({ sha256, bytes: data.byteLength })),
  }
  const json = new TextEncoder().encode(JSON.stringify(header))
  const body = joinBytes([MAGIC, encodeLength(json.length), json, ...blobs.map(({ data }) => new Uint8Array(data))])
  return joinBytes([body, parseHex(await hash(body))])
}

export type BackupImportResult = {
  readonly entries: number
  readonly drafts: number
  /** entries and drafts already stored here, already received, or taken back */
  readonly known: number
  /** entries and drafts left out: written by another version of the app or by another account */
  readonly unreadable: number
  /** files that the exporting device could not read */
  readonly missingFiles: number
}

/**
 * Imports a backup of the same account, on this device or another. Skips entries and drafts that exist here, were
 * received, or were taken back. Sending an entry from two devices is harmless, because its mutation id is the same.
 * Entries return as waiting. Refuses with backup.unreadable (no backup, or damaged) or backup.other-account, and then
 * stores nothing.
 * @param earlier migration steps of made-up protocols, for tests
 */
export async function readUnsentBackup(
  local: Local,
  bytes: Uint8Array<ArrayBuffer>,
  hash: HashBytes,
  earlier?: ProtocolSteps,
): Promise<Result<BackupImportResult>> {
  const read = await readBackup(bytes, hash, earlier)
  if (!read.ok) return read
  const { account, entries, drafts, files } = read.value
  if (account !== local.account) return refuse('backup.other-account')
  const ownEntries = entries.filter(({ mutation }) => mutation.author === local.account)
  const toCapturedFiles = (claims: readonly FileClaim[]): CapturedFile[] =>
    claims.flatMap((claim) => {
      const data = files.get(claim.sha256)
      return data === undefined ? [] : [{ claim, data }]
    })
  return runWrite(local, ['outbox', 'received', 'answers', 'drafts', 'blobs', 'needs', 'uploads'], async (database) => {
    const unreadable = read.value.unreadable + entries.length - ownEntries.length
    const counts = { entries: 0, drafts: 0, known: 0, unreadable, missingFiles: 0 }
    for (const { mutation, savedAt } of ownEntries) {
      if ((await isMutationKnown(database, mutation.answer, mutation.id)) || (await isTakenBack(database, mutation))) {
        counts.known += 1
        continue
      }
      const owner = `outbox:${mutation.id}` as const
      const present = toCapturedFiles(mutation.files)
      await database.outbox.add(toOutboxColumns(createOutboxEntry(mutation, savedAt)))
      await storeFiles(database, owner, present)
      await database.needs.bulkPut(mutation.files.map((claim) => ({ ...claim, owner })))
      await rememberAnswer(database, mutation)
      counts.entries += 1
      counts.missingFiles += mutation.files.length - present.length
    }
    for (const { draft, files: claims } of drafts) {
      // An existing answer shows that the draft of a new answer was saved. The answer of a drafted change usually
      // exists anyway.
      const takenRow = draft.change === undefined ? await database.answers.get(draft.id) : undefined
      const known = (await database.drafts.get(draft.id)) ?? takenRow
      if (known !== undefined) {
        counts.known += 1
        continue
      }
      const { at, signing, filled, change, ...rest } = draft
      const present = toCapturedFiles(claims)
      const wholeDraft: Draft = {
        ...rest,
        ...(at === undefined ? {} : { at }),
        ...(signing === undefined ? {} : { signing }),
        ...(filled === undefined ? {} : { filled }),
        ...(change === undefined ? {} : { change }),
      }
      await database.drafts.add(wholeDraft)
      await storeFiles(database, toDraftOwner(draft.id), present)
      counts.drafts += 1
      counts.missingFiles += claims.length - present.length
    }
    return counts
  })
}

/** Returns whether the author took this answer back on this device: it is a draft, or was saved again. */
async function isTakenBack(database: RelevoDatabase, { kind, id, answer }: Mutation): Promise<boolean> {
  if (kind !== 'answer.submit') return false
  const [draft, saved] = [await database.drafts.get(answer), await database.answers.get(answer)]
  if (draft !== undefined && draft.change === undefined) return true
  return saved?.submit !== undefined && saved.submit.id !== id
}

type Backup = {
  readonly account: Author
  readonly entries: readonly z.infer<typeof entrySchema>[]
  readonly drafts: readonly z.infer<typeof draftWithFilesSchema>[]
  readonly unreadable: number
  readonly files: ReadonlyMap<Sha256, ArrayBuffer>
}

async function readBackup(
  bytes: Uint8Array<ArrayBuffer>,
  hash: HashBytes,
  earlier: ProtocolSteps | undefined,
): Promise<Result<Backup>> {
  const start = MAGIC.length + 4
  const end = bytes.length - DIGEST_BYTES
  if (end < start || MAGIC.some((byte, index) => bytes[index] !== byte)) return refuse('backup.unreadable')
  const body = bytes.subarray(0, end)
  if (parseHex(await hash(body)).some((byte, index) => bytes[end + index] !== byte)) return refuse('backup.unreadable')
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length)
  const parsed = headerSchema.safeParse(parseJson(bytes.subarray(start, start + length)))
  if (!parsed.success) return refuse('backup.unreadable')
  const files = new Map<Sha256, ArrayBuffer>()
  let position = start + length
  for (const { sha256, bytes: size } of parsed.data.files) {
    const data = bytes.slice(position, position + size)
    if (position + size > end || (await hash(data)) !== sha256) return refuse('backup.unreadable')
    files.set(sha256, data.buffer)
    position += size
  }
  const { account, protocol } = parsed.data
  const convertToCurrent = (what: 'mutation' | 'draft', items: readonly unknown[]): readonly unknown[] =>
    items.map((item) =>
      typeof item === 'object' && item !== null && what in item
        ? {
            ...item,
            [what]: convertToRowLists(
              what,
              convertProtocol(what, (item as Record<string, unknown>)[what], protocol, { earlier }),
            ),
          }
        : item,
    )
  const entries = parseReadable(entrySchema, convertToCurrent('mutation', parsed.data.entries))
  const drafts = parseReadable(draftWithFilesSchema, convertToCurrent('draft', parsed.data.drafts))
  const unreadable = parsed.data.entries.length + parsed.data.drafts.length - entries.length - drafts.length
  return ok({ account, entries, drafts, unreadable, files })
}

function parseReadable<T>(schema: z.ZodType<T>, items: readonly unknown[]): readonly T[] {
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function encodeLength(length: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, length)
  return bytes
}

function parseHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const wholeBytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let position = 0
  for (const part of parts) {
    wholeBytes.set(part, position)
    position += part.length
  }
  return wholeBytes
}
