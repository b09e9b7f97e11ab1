import { createHash, randomBytes } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import {
  generateAnswerId,
  generateDeviceId,
  generateMutationId,
  sha256Schema,
  toInstant,
  type Sha256,
  authorSchema,
} from '../../../src/domain/kernel/index.ts'
import { submitMutationSchema, type FileClaim } from '../../../src/domain/answering/index.ts'
import { openLocal, readOutboxSummary, saveAnswer, type CapturedFile, type Local } from '../../../src/local/index.ts'
import { runSync, type SyncDeps, type SyncOutcome } from '../../../src/sync/index.ts'
import { FORM, PHOTO_AT } from './town.ts'
import type { Connection } from './line.ts'

const PHOTO_BYTES = 30 * 1024

/**
 * A tablet: the product's own storage and sync code with IndexedDB in memory, over a connection that sometimes fails.
 */
export type Tablet = {
  /** Saves an answer, with a photo or without. @returns its id */
  save(withPhoto: boolean): Promise<string>
  /** one exchange with the server */
  sync(): Promise<SyncOutcome>
  /** number of answers not yet received */
  waiting(): Promise<number>
  close(): void
}

export function buildTablet(account: string, line: Connection): Tablet {
  const local: Local = openLocal(authorSchema.parse(account), { indexedDB: new IDBFactory(), IDBKeyRange })
  const device = generateDeviceId(randomBytes(16))
  const deps: SyncDeps = {
    local,
    device,
    fetch: line.fetch,
    clock: () => Date.now(),
    random: () => Math.random(),
    locks: undefined,
    hash: async (bytes) => sha256Of(bytes),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    appVersion: 'soak',
  }
  return {
    save: async (withPhoto) => {
      const files = withPhoto ? [photo()] : []
      const id = generateAnswerId(randomBytes(16))
      const values = Array.from(
        { length: 7 },
        (_, question) => [`0/${question}`, { respuesta: `Sin novedades en el punto ${question + 1}` }] as const,
      )
      const shot = files.map(({ claim }) => [PHOTO_AT, { imagen: claim.sha256 }] as const)
      const mutation = submitMutationSchema.parse({
        id: generateMutationId(randomBytes(16)),
        answer: id,
        device,
        author: account,
        clock: toInstant(Date.now()),
        offset: 0,
        kind: 'answer.submit',
        template: FORM.id,
        version: FORM.version,
        header: { signatures: [] },
        content: { values: Object.fromEntries<object>([...values, ...shot]), conditions: {}, rows: {} },
        files: files.map(({ claim }) => claim),
      })
      const saved = await saveAnswer(local, { mutation, files })
      if (!saved.ok) throw new Error(`Saving was refused: ${saved.problem.code}`)
      return id
    },
    sync: () => runSync(deps),
    waiting: async () => {
      const { waiting, sending, quarantined } = await readOutboxSummary(local)
      return waiting + sending + quarantined
    },
    close: () => local.close(),
  }
}

function photo(): CapturedFile {
  const bytes = randomBytes(PHOTO_BYTES)
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0])
  // Ends the picture early, because random bytes might look like a picture that is refused.
  bytes.set([0xff, 0xd9], 20)
  const claim: FileClaim = { sha256: sha256Of(bytes), bytes: bytes.length, type: 'image/jpeg', name: 'foto.jpg' }
  return { claim, data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer }
}

function sha256Of(bytes: Uint8Array): Sha256 {
  return sha256Schema.parse(createHash('sha256').update(bytes).digest('hex'))
}
