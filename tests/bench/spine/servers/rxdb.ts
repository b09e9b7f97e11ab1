/**
 * The push endpoint of RxDB's HTTP replication as its documentation describes it: compares each row's assumed master
 * state with the stored one, returns the conflicts and writes the rest. Storage is node:sqlite, WAL, synchronous FULL,
 * one transaction per request: durable when it replies, like ours.
 */
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Row = { readonly newDocumentState: { readonly id: string }; readonly assumedMasterState?: unknown }

const [folder = ''] = process.argv.slice(2)
const database = new DatabaseSync(join(folder, 'rxdb.sqlite'))
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE documents (id TEXT PRIMARY KEY, json TEXT NOT NULL)',
)
const read = database.prepare('SELECT json FROM documents WHERE id = ?')
const write = database.prepare(
  'INSERT INTO documents (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
)
const count = database.prepare('SELECT count(*) AS n FROM documents')

function push(rows: readonly Row[]): readonly unknown[] {
  const conflicts: unknown[] = []
  database.exec('BEGIN IMMEDIATE')
  for (const row of rows) {
    const stored = read.get(row.newDocumentState.id)
    const assumed = row.assumedMasterState === undefined ? undefined : JSON.stringify(row.assumedMasterState)
    if (stored !== undefined && stored['json'] !== assumed) conflicts.push(JSON.parse(String(stored['json'])))
    else write.run(row.newDocumentState.id, JSON.stringify(row.newDocumentState))
  }
  database.exec('COMMIT')
  return conflicts
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const server = createServer((request, response) => {
  if (request.url !== '/push' && request.url !== '/count') {
    response.writeHead(404).end()
    return
  }
  void bodyOf(request).then((body) => {
    const answer = request.url === '/count' ? count.get() : push(JSON.parse(body) as readonly Row[])
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`READY ${(server.address() as AddressInfo).port}\n`)
})
