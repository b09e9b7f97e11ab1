import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import type { Answer } from '../../../src/domain/answers/index.ts'
import { generateAnswerId, type AnswerId } from '../../../src/domain/kernel/index.ts'
import { keys, set, type Key, type Write } from '../../../src/domain/store/index.ts'
import { answerFrom } from '../../support/server/answers.ts'
import { buildWorld } from '../../support/server/world.ts'

/*
 * Serves a data folder: `node serve.ts FOLDER`.
 * `GET /fill?answers=1000` adds answers. `GET /?rate=700&seconds=10` commits an answer and its receipt at that rate and
 * returns the milliseconds of each commit; `GET /stop` ends it early.
 */
const [folder = ''] = process.argv.slice(2)
const STEP = 1_000

mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o700 })
const store = openSqliteStore(join(folder, 'relevo.sqlite'), undefined, () => performance.now())
const world = await buildWorld({ checkReplies: false }, store)
const first = (await answerFrom(world, 'ines', 1)) as AnswerId
const one = (await store.get(keys.answer(first))) as Answer
let made = 0
let isStopped = false

function answerWrites(): readonly Write[] {
  made += 1
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, (made * 2_654_435_761) >>> 0)
  view.setUint32(12, made)
  const id = generateAnswerId(bytes)
  const text = Array.from({ length: 12 }, (_, at) => `texto ${(made * 7 + at).toString(36)} `.repeat(6)).join('')
  const answer = { ...one, id, electronicSignature: id, codigoMunicipio: `B${made}`, observaciones: text }
  return [
    set(keys.answer(id), answer as Answer),
    set(`receipts/${id}` as Key, { id, at: one.fechaCreacion, sequence: made }),
  ]
}

async function commit(writes: readonly Write[]): Promise<number> {
  const began = performance.now()
  await store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  return performance.now() - began
}

async function run(rate: number, seconds: number): Promise<readonly number[]> {
  const commits: Promise<number>[] = []
  isStopped = false
  const began = performance.now()
  for (let at = 0; at < rate * seconds && !isStopped; at += 1) {
    const wait = began + (at * 1_000) / rate - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    commits.push(commit(answerWrites()))
  }
  return Promise.all(commits)
}

async function fill(answers: number): Promise<void> {
  for (let at = 0; at < answers; at += STEP) await commit(Array.from({ length: STEP }, answerWrites).flat())
  await store.following?.catchUp()
}

const server = createAdaptorServer({
  fetch: async (request: Request) => {
    const { pathname, searchParams: asked } = new URL(request.url)
    if (pathname === '/fill') await fill(Number(asked.get('answers')))
    if (pathname === '/stop') isStopped = true
    return pathname !== '/'
      ? new Response()
      : Response.json(await run(Number(asked.get('rate')), Number(asked.get('seconds'))))
  },
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`READY ${typeof address === 'object' ? address?.port : ''}\n`)
})
