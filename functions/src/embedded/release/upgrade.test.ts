import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type ServerOptions } from '../server.ts'

const UPGRADE = fileURLToPath(new URL('./upgrade.mjs', import.meta.url))
const SERVICE = resolve('tests/support/service.mjs')
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const SLOW = { timeout: 120_000 }
/** A small database that the release of commit e20209c2 has written, in layout 1. */
const LAYOUT_1 = new URL('./layout-1.sqlite.br', import.meta.url)

let folder: string
let port: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-upgrade-'))
  port = await findFreePort()
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  const settings = { PORT: port, DATA_DIR: join(folder, 'data') }
  writeFileSync(
    join(folder, 'relevo.env'),
    Object.entries(settings)
      .map((pair) => `${pair.join('=')}\n`)
      .join(''),
  )
})
afterEach(async () => {
  await runNode([SERVICE, folder, 'stop'])
  rmSync(folder, { recursive: true, force: true })
})

/** An old release: a server that is healthy, and that notes the data it was started with. */
const OLD = `
import { createServer } from 'node:http'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
const allowed = join(process.env.DATA_DIR, 'older-allowed')
console.log('old release', readFileSync(join(process.env.DATA_DIR, 'relevo.sqlite')).readUInt32BE(60), existsSync(allowed))
rmSync(allowed, { force: true })
createServer((_, response) => response.end('{"app":"0.1.0"}')).listen(process.env.PORT, '127.0.0.1')
`

/** A release that runs the server from its source. */
const RUNS_SOURCE = `await import(${JSON.stringify(MAIN)})`

/** A new release that runs with an empty data folder, but ends with an error after it has changed existing data. */
const breaking = (layout: number): string => `
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
if (process.argv.includes('--check')) {
  console.log('{"release":{"version":"9.9.9"},"layout":${layout},"data":{"layout":1,"bytes":1000,"writtenBy":null}}')
  process.exit(0)
}
if (!existsSync(join(process.env.DATA_DIR, 'relevo.sqlite'))) {
  createServer((_, response) => response.end('{"app":"9.9.9"}')).listen(process.env.PORT, '127.0.0.1')
  await new Promise((resolve) => process.on('SIGTERM', resolve))
  process.exit(0)
}
new DatabaseSync(join(process.env.DATA_DIR, 'relevo.sqlite')).exec('PRAGMA user_version = ${layout}')
writeFileSync(join(process.env.DATA_DIR, 'ended'), '')
process.exit(1)
`

describe('an upgrade beside the running release', SLOW, () => {
  it('takes data of layout 1 to the present layout, with every answer', async () => {
    writeLayout1()
    addRelease('old', OLD)
    addRelease('new', RUNS_SOURCE)
    await startOld()
    const { code, output } = await upgradeTo('new')
    expect(output).toMatch(/From old to new, layout 1 to \d+\nnew runs. Downtime: [\d.]+ s/)
    expect([code, readlinkSync(join(folder, 'current'))]).toEqual([0, 'releases/new'])
    const cookie = await signIn('supervisor-elevado@relevo.example')
    const listed = await ask('/api/answers?template=inspeccion-local', cookie)
    expect(await listed.json()).toMatchObject({ total: 4 })
    expect(existsSync(join(folder, 'data', 'relevo.sqlite.before-upgrade'))).toBe(true)
  })

  it('leaves the old release running if the new one refuses the data, without stopping it', async () => {
    writeLayout1()
    setLayout(99)
    addRelease('old', OLD)
    addRelease('new', RUNS_SOURCE)
    await startOld()
    const pid = readFileSync(join(folder, 'pid'), 'utf8')
    const { code, output } = await upgradeTo('new')
    expect([code, output]).toEqual([1, expect.stringContaining('Nothing was changed: The data was written by a newer')])
    expect([readlinkSync(join(folder, 'current')), readFileSync(join(folder, 'pid'), 'utf8')]).toEqual([
      'releases/old',
      pid,
    ])
    expect((await ask('/api/health')).status).toBe(200)
  })

  it('puts the data of the old layout back and starts the old release if the new one does not become healthy', async () => {
    writeLayout1()
    writeFileSync(join(folder, 'data', 'ended'), '{"mark":4}\n')
    addRelease('old', OLD)
    addRelease('new', breaking(2))
    await startOld()
    const { code, output } = await upgradeTo('new', '1')
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /Going back to old\.\nWhat the new release wrote is in .*\nold runs again\. Downtime: [\d.]+ s/,
      ),
    ])
    expect(readlinkSync(join(folder, 'current'))).toBe('releases/old')
    expect(lastLine()).toBe('old release 1 false')
    expect(readFileSync(join(folder, 'data', 'ended'), 'utf8')).toBe('{"mark":4}\n')
    expect(existsSync(join(folder, 'data', 'relevo.sqlite.after-upgrade'))).toBe(true)
  })

  it('changes nothing while copies of an earlier upgrade are there', async () => {
    writeLayout1()
    writeFileSync(join(folder, 'data', 'relevo.sqlite.before-upgrade'), 'earlier')
    addRelease('old', OLD)
    addRelease('new', breaking(2))
    await startOld()
    const { code, output } = await upgradeTo('new', '1')
    expect([code, output]).toEqual([1, expect.stringContaining('has copies of an earlier upgrade')])
    expect((await ask('/api/health')).status).toBe(200)
  })

  it('leaves the old release running if the new one cannot start on this machine', async () => {
    writeLayout1()
    addRelease('old', OLD)
    addRelease('new', breaking(1).replace("'relevo.sqlite'))) {", "'relevo.sqlite'))) {\n  process.exit(1)"))
    await startOld()
    const { code, output } = await upgradeTo('new')
    expect([code, output]).toEqual([1, expect.stringContaining('Nothing was changed: new does not run')])
    expect([readlinkSync(join(folder, 'current')), (await ask('/api/health')).status]).toEqual(['releases/old', 200])
  })

  it('lets the old release open data of the same layout again', async () => {
    writeLayout1()
    addRelease('old', OLD)
    addRelease('new', breaking(1))
    await startOld()
    expect((await upgradeTo('new', '1')).code).toBe(1)
    expect(lastLine()).toBe('old release 1 true')
  })
})

describe('data of a newer release', SLOW, () => {
  it('is refused with exit code 3 and left as it is', async () => {
    writeLayout1()
    record({ version: '99.0.0', commit: 'abcdef12' })
    const before = readFileSync(database())
    const { code, output } = await runNode([MAIN, '--empty'])
    expect([code, output]).toEqual([3, expect.stringContaining('newer release (99.0.0+abcdef12; this one is ')])
    expect(readFileSync(database()).equals(before)).toBe(true)
  })

  it('is opened if asked, and then belongs to the older release', async () => {
    writeLayout1()
    record({ version: '99.0.0' })
    await expect(start()).rejects.toThrow('newer release (99.0.0;')
    await (await start({ isOlderAllowed: true })).close(0)
    await (await start()).close(0)
  })

  it('is opened once if the way back of an upgrade has allowed it', async () => {
    writeLayout1()
    record({ version: '99.0.0' })
    writeFileSync(join(folder, 'data', 'older-allowed'), '')
    await (await start()).close(0)
    expect(existsSync(join(folder, 'data', 'older-allowed'))).toBe(false)
  })
})

const start = (more: Partial<ServerOptions> = {}) =>
  startServer({ port: 0, host: '127.0.0.1', dataDir: join(folder, 'data'), firstStart: 'nothing', ...more })

const database = (): string => join(folder, 'data', 'relevo.sqlite')

function writeLayout1(): void {
  writeFileSync(database(), brotliDecompressSync(readFileSync(LAYOUT_1)), { mode: 0o600 })
}

function change<T>(use: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(database())
  try {
    return use(db)
  } finally {
    db.close()
  }
}

function addRelease(name: string, program: string): void {
  const path = join(folder, 'releases', name)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'server.mjs'), program)
  writeFileSync(join(path, 'upgrade.mjs'), readFileSync(UPGRADE))
}

async function startOld(): Promise<void> {
  symlinkSync('releases/old', join(folder, 'current'))
  await runNode([SERVICE, folder, 'start'])
  await waitForHealth()
}

function upgradeTo(name: string, seconds = '60') {
  const service = `'${process.execPath}' '${SERVICE}' '${folder}'`
  const options = { env: join(folder, 'relevo.env'), start: `${service} start`, stop: `${service} stop`, wait: seconds }
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])
  return runNode([join(folder, 'releases', name, 'upgrade.mjs'), ...args])
}

function runNode(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0' }
  return new Promise((settle) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      settle({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const ask = (path: string, cookie = ''): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })

async function waitForHealth(): Promise<void> {
  await expect
    .poll(
      () =>
        ask('/api/health').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: SLOW.timeout },
    )
    .toBe(200)
}

async function signIn(email: string): Promise<string> {
  const origin = `http://127.0.0.1:${port}`
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'relevo-demo' }),
  })
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

const lastLine = (): string | undefined => readFileSync(join(folder, 'log'), 'utf8').trimEnd().split('\n').at(-1)

function setLayout(layout: number): void {
  change((db) => db.exec(`PRAGMA user_version = ${layout}`))
}

function record(release: object): void {
  change((db) => {
    db.exec('CREATE TABLE written_by (id INTEGER PRIMARY KEY CHECK (id = 1), release TEXT NOT NULL)')
    db.prepare('INSERT INTO written_by VALUES (1, ?)').run(JSON.stringify(release))
  })
}
