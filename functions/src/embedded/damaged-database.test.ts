import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScryptHasher } from '#core/index.ts'
import { set, unitForKeys, type Key } from '#domain/store/index.ts'
import { buildStartAdvice } from './advice.ts'
import { type RunningServer, startServer } from './server.ts'
import { openSqliteStore } from './sqlite/store.ts'

const passwords = createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 })
const PAGE = 4096
let data: string
let logged: { readonly event: string; readonly facts: unknown }[]
let running: RunningServer | undefined

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'relevo-damage-'))
  logged = []
})
afterEach(async () => {
  await running?.close(0)
  running = undefined
  rmSync(data, { recursive: true, force: true })
})

async function start(): Promise<RunningServer> {
  const note = (event: string, facts: unknown) => void logged.push({ event, facts })
  running = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: data,
    firstStart: 'nothing',
    passwords,
    log: { info: note, error: note },
  })
  return running
}

/** A database of some size, closed cleanly. */
async function filled(): Promise<void> {
  const store = openSqliteStore(join(data, 'relevo.sqlite'))
  const writes = Array.from({ length: 400 }, (_, index) =>
    set(`formEditedInfo/filler~${index}` as Key, { text: 'x'.repeat(3000) } as never),
  )
  await store.commit(unitForKeys([], () => ({ result: true, writes })))
  await store.close()
}

/** Overwrites the middle of the file, like a failing disk or another program. */
function overwrite(): void {
  const path = join(data, 'relevo.sqlite')
  const pages = Math.floor(statSync(path).size / PAGE)
  const file = openSync(path, 'r+')
  for (let page = Math.floor((pages * 2) / 3); page < pages - 20; page += 1)
    writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
  closeSync(file)
}

const health = async (server: RunningServer) => (await fetch(`${server.url}/api/health`)).status
const readAll = async (server: RunningServer) => {
  for (let index = 0; index < 400; index += 1)
    await server.ports.store.get(`formEditedInfo/filler~${index}` as Key).catch(() => undefined)
}

describe('a database that is damaged while it is open', () => {
  it('says so from the first sign on: health is 503, nothing is written, and the log says how to restore', async () => {
    await filled()
    const server = await start()
    expect(await health(server)).toBe(200)
    overwrite()
    await readAll(server)
    expect(await health(server)).toBe(503)
    const write = server.ports.store.commit(
      unitForKeys([], () => ({ result: true, writes: [set('settings/clock' as Key, { at: 'x' } as never)] })),
    )
    await expect(write).rejects.toMatchObject({ name: 'DamagedStoreError' })
    const upload = await fetch(`${server.url}/api/uploads`, { method: 'POST', headers: { origin: server.url } })
    expect(upload.status).toBe(503)
    const damageEvents = logged.filter(({ event }) => event === 'store.damaged')
    expect(damageEvents).toHaveLength(1)
    expect(JSON.stringify(damageEvents)).toContain('restore the latest backup')
  })

  it('is found by the next start, which ends with the advice', async () => {
    await filled()
    const server = await start()
    overwrite()
    await readAll(server)
    await server.close(0)
    running = undefined
    const error = await start().catch((thrown: unknown) => thrown)
    const advice = buildStartAdvice(error, { folder: data, port: '1', free: undefined })
    expect(advice).toContain('is damaged')
    expect(advice).toContain('restore the latest backup')
  })
})

it('a start after an unclean stop looks at every page first, one after a clean stop does not', async () => {
  await filled()
  const file = openSync(join(data, 'open'), 'w')
  closeSync(file)
  closeSync(openSync(join(data, 'relevo.sqlite-wal'), 'w'))
  overwrite()
  await expect(start()).rejects.toMatchObject({ name: 'DamagedStoreError' })
  const looked = () => logged.filter(({ event }) => event === 'store.checking').length
  expect(looked()).toBe(1)
  rmSync(join(data, 'open'))
  rmSync(join(data, 'relevo.sqlite-wal'), { force: true })
  expect((await start()).port).toBeGreaterThan(0)
  expect(looked()).toBe(1)
})
