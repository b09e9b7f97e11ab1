import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { answerSchema, type Answer } from '#domain/documents/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { MUNICIPALITY } from './town.ts'

/** What lies on the server's disk, read past the server: its word alone would prove nothing. */
export type Disk = {
  /** how many answers of a form are committed; cheap enough to be asked every few milliseconds */
  readonly countAnswers: (template: TemplateId) => number
  readonly answers: (template: TemplateId) => readonly Answer[]
  readonly countHeld: () => number
  readonly countReceipts: () => number
  /** where the town's codes stand */
  readonly lastKeyNumber: () => number
  /** bytes of a sealed file; fails when it is not there or is not what its name says */
  readonly file: (sha256: string) => Promise<Buffer>
  readonly countFiles: () => Promise<number>
  /** sealed files that no answer of any form names */
  readonly orphans: () => Promise<readonly string[]>
  /** what is left of uploads that were cut off */
  readonly unfinishedUploads: () => Promise<readonly string[]>
}

export function diskOf(dataDir: string): Disk {
  const root = join(dataDir, 'files')

  function query<T>(read: (database: DatabaseSync) => T): T {
    // Opened for each question: a connection that outlives the server would keep its log file alive.
    const database = new DatabaseSync(join(dataDir, 'relevo.sqlite'), { readOnly: true, timeout: 5_000 })
    try {
      return read(database)
    } finally {
      database.close()
    }
  }
  function count(collection: string): number {
    return query((database) => Number(database.prepare(`SELECT COUNT(*) AS n FROM "docs_${collection}"`).get()?.['n']))
  }
  async function files(): Promise<readonly string[]> {
    const shards = await readdir(root)
    return (await Promise.all(shards.map((shard) => readdir(join(root, shard))))).flat()
  }
  function bodies(collection: string): readonly Record<string, unknown>[] {
    return query((database) => database.prepare(`SELECT body FROM "docs_${collection}"`).all().map(({ body }) => JSON.parse(String(body))))
  }
  const ofForm = `FROM "docs_respuestas_formularios" WHERE json_extract(body, '$.idPlantilla') = ?`

  return {
    countAnswers: (template) => query((database) => Number(database.prepare(`SELECT COUNT(*) AS n ${ofForm}`).get(template)?.['n'])),
    answers: (template) =>
      query((database) => database.prepare(`SELECT body ${ofForm}`).all(template).map(({ body }) => answerSchema.parse(JSON.parse(String(body))))),
    countHeld: () => count('held'),
    countReceipts: () => count('receipts'),
    lastKeyNumber: () =>
      query((database) => {
        const row = database.prepare('SELECT body FROM "docs_municipios" WHERE key = ?').get(MUNICIPALITY)
        return Number((JSON.parse(String(row?.['body'])) as { readonly lastKeyNumber: number }).lastKeyNumber)
      }),
    file: async (sha256) => {
      const bytes = await readFile(join(root, sha256.slice(0, 2), sha256))
      const found = createHash('sha256').update(bytes).digest('hex')
      if (found !== sha256) throw new Error(`The file ${sha256} holds ${found}`)
      return bytes
    },
    countFiles: async () => (await files()).length,
    orphans: async () => {
      const text = [...bodies('respuestas_formularios'), ...bodies('held')].map((body) => JSON.stringify(body)).join('\n')
      return (await files()).filter((sha256) => !text.includes(sha256))
    },
    unfinishedUploads: () => readdir(join(dataDir, 'uploads')),
  }
}
