import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createBodyCodec } from '#embedded/sqlite/body-codec.ts'
import { answerSchema, type Answer } from '#domain/answers/index.ts'
import { formTemplateSchema, versionLineSchema, type FormTemplate, type VersionLine } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import { MUNICIPALITY } from './town.ts'

/** The content of the server's disk, read directly: the server's own replies would prove nothing. */
export type Disk = {
  /** number of committed answers of a form; cheap enough to call every few milliseconds */
  readonly countAnswers: (template: TemplateId) => number
  readonly answers: (template: TemplateId) => readonly Answer[]
  /** the form of this title; fails unless there is exactly one */
  readonly template: (title: string) => FormTemplate
  /** all forms of this title, including deleted ones */
  readonly templates: (title: string) => readonly FormTemplate[]
  /** authors of a form's versions, oldest first */
  readonly versionLines: (template: TemplateId) => readonly VersionLine[]
  readonly countHeld: () => number
  readonly countReceipts: () => number
  /** the town's code counter */
  readonly lastKeyNumber: () => number
  /** bytes of a sealed file; fails if it is missing or does not match its name */
  readonly file: (sha256: string) => Promise<Buffer>
  readonly countFiles: () => Promise<number>
  /** sealed files that no answer refers to */
  readonly orphans: () => Promise<readonly string[]>
  /** parts of unfinished uploads */
  readonly unfinishedUploads: () => Promise<readonly string[]>
}

export function diskOf(dataDir: string): Disk {
  const root = join(dataDir, 'files')

  function query<T>(read: (database: DatabaseSync) => T): T {
    // Opened for each query: a connection that outlives the server would keep its log file alive.
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
  function bodies(collection: string, where = '', ...values: readonly string[]): readonly StoredDocument[] {
    return query((database) => {
      // An answer is stored as its difference from its template version.
      const { decode } = createBodyCodec((key) => {
        const row = database.prepare('SELECT body FROM "docs_versiones" WHERE key = ?').get(key)
        return row === undefined ? undefined : (JSON.parse(String(row['body'])) as StoredDocument)
      })
      return database
        .prepare(`SELECT body FROM "docs_${collection}" ${where}`)
        .all(...values)
        .map(({ body }) => decode(String(body)))
    })
  }
  function templates(title: string): readonly FormTemplate[] {
    const found = bodies('formularios').filter(({ titulo }) => titulo === title)
    return found.map((body) => formTemplateSchema.parse(body))
  }
  // The store updates the search index a moment later, so counts read the answers themselves.
  const answersOf = (template: string) =>
    bodies('respuestas_formularios').filter(({ idPlantilla }) => idPlantilla === template)

  return {
    countAnswers: (template) => answersOf(template).length,
    answers: (template) => answersOf(template).map((body) => answerSchema.parse(body)),
    template: (title) => {
      const [found, ...more] = templates(title)
      if (found === undefined || more.length > 0)
        throw new Error(`${found === undefined ? 'No form' : 'More than one form'} is called ${title}`)
      return found
    },
    templates,
    versionLines: (template) =>
      bodies('formEditedInfo', 'WHERE key LIKE ?', `formularios/${template}/%`)
        .map((body) => versionLineSchema.parse(body))
        .toSorted((a, b) => a.version - b.version),
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
      const text = [...bodies('respuestas_formularios'), ...bodies('held')]
        .map((body) => JSON.stringify(body))
        .join('\n')
      return (await files()).filter((sha256) => !text.includes(sha256))
    },
    unfinishedUploads: () => readdir(join(dataDir, 'uploads')),
  }
}
