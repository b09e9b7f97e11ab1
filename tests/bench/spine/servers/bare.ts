/**
 * The lower bound on this machine: Hono on Node's HTTP server and one INSERT of the request's bytes. It has no
 * validation, code, receipt or session. Requests of the same turn share one transaction (group commit); each is
 * answered when that transaction is durable (WAL, synchronous FULL).
 *
 * With `strict` as its second argument it also parses the message and checks the protocol's schema before the insert,
 * as our servers must. No processing of an answer can be faster than that.
 */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { mutationSchema, pushRequestSchema } from '../../../../src/domain/sync/index.ts'

const [folder = '', reading] = process.argv.slice(2)
const database = new DatabaseSync(join(folder, 'bare.sqlite'))
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE answers (id INTEGER PRIMARY KEY, json TEXT NOT NULL)',
)
const insert = database.prepare('INSERT INTO answers (json) VALUES (?)')

type Waiting = { readonly json: string; readonly done: (id: number) => void }
let waiting: Waiting[] = []

function flush(): void {
  const group = waiting
  waiting = []
  database.exec('BEGIN IMMEDIATE')
  const ids = group.map(({ json }) => Number(insert.run(json).lastInsertRowid))
  database.exec('COMMIT')
  group.forEach(({ done }, index) => done(ids[index] ?? 0))
}

function store(json: string): Promise<number> {
  return new Promise((done) => {
    waiting.push({ json, done })
    if (waiting.length === 1) setImmediate(flush)
  })
}

function isPush(text: string): boolean {
  const push = pushRequestSchema.safeParse(JSON.parse(text))
  return push.success && push.data.mutations.every((mutation) => mutationSchema.safeParse(mutation).success)
}

const app = new Hono()
app.post('/answers', async (context) => {
  const text = await context.req.text()
  if (reading === 'strict' && !isPush(text)) return context.json({ error: 'malformed' }, 400)
  return context.json({ id: await store(text) })
})
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info: AddressInfo) => {
  process.stdout.write(`READY ${info.port}\n`)
})
process.on('SIGTERM', () => server.close())
