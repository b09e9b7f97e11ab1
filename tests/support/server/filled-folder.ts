import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createScryptHasher } from '#core/index.ts'
import type { Store } from '#core/ports.ts'
import { type CommandContext } from '#embedded/commands/command.ts'
import { runCommand } from '#embedded/commands/run-command.ts'
import { startServer } from '#embedded/server.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import type { Answer } from '#domain/answers/index.ts'
import { logActionUnit } from '#domain/audit/index.ts'
import { generateAnswerId, toInstant, type AnswerId } from '#domain/kernel/index.ts'
import { keys, set, unitForKeys, type Key, type Write } from '#domain/store/index.ts'
import { answerFrom } from './answers.ts'
import { buildWorld } from './world.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const COMMANDS = join(ROOT, 'functions/src/embedded/commands/main.ts')

export type FilledFolder = {
  readonly folder: string
  readonly store: Store
  /** commits one answer; @returns its key */
  addAnswer(): Promise<string>
  /** stores a file that an answer refers to; @returns its path */
  addFile(content: string): Promise<string>
  /** keys of all answers */
  readonly answers: string[]
}

/** A data folder with the documents of a small city, some answers, a file and an audit log. The store is open. */
export async function fillFolder(folder: string, answers = 5): Promise<FilledFolder> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store = openSqliteStore(join(folder, 'relevo.sqlite'))
  const world = await buildWorld({ checkReplies: false }, store)
  const id = (await answerFrom(world, 'ines', 1)) as AnswerId
  const one = (await store.get(keys.answer(id))) as Answer
  const made: string[] = [keys.answer(id)]
  const commit = (writes: readonly Write[]) => store.commit(unitForKeys([], () => ({ result: true, writes })))

  async function addAnswer(): Promise<string> {
    const bytes = new Uint8Array(16)
    new DataView(bytes.buffer).setUint32(12, made.length + 1)
    const next = generateAnswerId(bytes)
    const facts = { id: next, electronicSignature: next, codigoMunicipio: `C${made.length}` }
    await commit([set(keys.answer(next), { ...one, ...facts } as Answer)])
    made.push(keys.answer(next))
    return keys.answer(next)
  }

  async function addFile(content: string): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const shard = join(folder, 'files', sha256.slice(0, 2))
    mkdirSync(shard, { recursive: true, mode: 0o700 })
    writeFileSync(join(shard, sha256), content, { mode: 0o600 })
    const holding = { author: 'ines', sha256, bytes: content.length, type: 'text/plain', name: 'a.txt', namedBy: [id] }
    await commit([set(`files/ines~${sha256}` as Key, holding)])
    return join(shard, sha256)
  }

  for (let at = 1; at < answers; at += 1) await addAnswer()
  await addFile('a photo')
  const by = { id: 'ines', userMuniCore: 'ines' } as Parameters<typeof logActionUnit>[0]['by']
  for (const target of ['usuarios/a', 'usuarios/b'] as Key[])
    await store.commit(logActionUnit({ action: 'user.changed', target, by, from: undefined }, toInstant(Date.now())))
  return { folder, store, addAnswer, addFile, answers: made }
}

/** Runs a command in this process. */
export async function runHere(name: string, args: readonly string[], env: CommandContext['env'] = {}) {
  const said: string[] = []
  const print = (line: string): void => void said.push(line)
  const context = { args, env, print, untilStopped: () => AbortSignal.abort() }
  const code = await runCommand(name, context, print)
  return { code, said: said.join('\n') }
}

/** Starts a command as its own process, as `npm run` does. */
export function spawnCommand(name: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMANDS, name, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<{ readonly code: number | null; readonly said: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, said })),
  )
  return { child, ended, said: () => said }
}

/** Keys of the answers in a database, in the order of their writes. */
export function readAnswerKeys(path: string): readonly string[] {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  const rows = db.prepare('SELECT key FROM "docs_respuestas_formularios" ORDER BY id').all()
  db.close()
  return rows.map((row) => String(row['key']))
}

/** Starts a server with a copy of a database and of a backup's files. @returns the number of answers it lists */
export async function countRestored(database: string, backups: string): Promise<number> {
  const restored = join(backups, '..', 'restored')
  mkdirSync(restored)
  cpSync(database, join(restored, 'relevo.sqlite'))
  cpSync(join(backups, 'files'), join(restored, 'files'), { recursive: true })
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: restored,
    firstStart: 'nothing',
    passwords: createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 }),
  })
  try {
    return (await server.ports.store.query({ collection: 'respuestas_formularios', limit: 10_000 })).length
  } finally {
    await server.close(0)
  }
}
