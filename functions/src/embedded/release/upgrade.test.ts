import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeDatabase, writeLayout1 } from '#tests/support/layout-1.ts'
import { secondsToBeHealthy } from './upgrade-service.mjs'

const UPGRADE = fileURLToPath(new URL('./upgrade.mjs', import.meta.url))
const SERVICE = resolve('tests/support/service.mjs')
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const SLOW = { timeout: 120_000 }

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

/** An old release: a healthy server that records the data it was started with. */
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
writeFileSync(join(process.env.DATA_DIR, 'numbers'), '{"series":"code~CBA","end":100}\\n')
process.exit(1)
`

/** Such a release that does not become healthy on trial, and notes its process and data folder. */
const hanging = breaking(1).replace(
  /createServer\(\(_.*/,
  "writeFileSync('trial', JSON.stringify([process.pid, process.env.DATA_DIR]))\n  setInterval(() => undefined, 1_000)",
)

describe('an upgrade beside the running release', SLOW, () => {
  it('takes data of layout 1 to the present layout, with every answer', async () => {
    writeLayout1(folder)
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
    writeLayout1(folder)
    changeDatabase(folder, (db) => db.exec('PRAGMA user_version = 99'))
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
    writeLayout1(folder)
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
    // Numbers assigned by the new release stay recorded.
    expect(readFileSync(join(folder, 'data', 'numbers'), 'utf8')).toBe('{"series":"code~CBA","end":100}\n')
    expect(existsSync(join(folder, 'data', 'relevo.sqlite.after-upgrade'))).toBe(true)
  })

  it('changes nothing while copies of an earlier upgrade are there', async () => {
    writeLayout1(folder)
    writeFileSync(join(folder, 'data', 'relevo.sqlite.before-upgrade'), 'earlier')
    addRelease('old', OLD)
    addRelease('new', breaking(2))
    await startOld()
    const { code, output } = await upgradeTo('new', '1')
    expect([code, output]).toEqual([1, expect.stringContaining('has copies of an earlier upgrade')])
    expect((await ask('/api/health')).status).toBe(200)
  })

  it('leaves the old release running if the new one cannot start on this machine', async () => {
    writeLayout1(folder)
    addRelease('old', OLD)
    addRelease('new', breaking(1).replace("'relevo.sqlite'))) {", "'relevo.sqlite'))) {\n  process.exit(1)"))
    await startOld()
    const { code, output } = await upgradeTo('new')
    expect([code, output]).toEqual([1, expect.stringContaining('Nothing was changed: new does not run')])
    expect([readlinkSync(join(folder, 'current')), (await ask('/api/health')).status]).toEqual(['releases/old', 200])
  })

  it('leaves nothing behind when it is killed while it tries the new release', async () => {
    writeLayout1(folder)
    addRelease('new', hanging)
    symlinkSync('releases/old', join(folder, 'current'))
    const [release, settings] = [join(folder, 'releases/new'), join(folder, 'relevo.env')]
    const upgrade = spawn(process.execPath, [join(release, 'upgrade.mjs'), '--env', settings])
    const note = () => readFileSync(join(release, 'trial'), 'utf8')
    await expect.poll(note, SLOW).toContain(']')
    const [pid, data] = JSON.parse(note()) as [number, string]
    expect([process.kill(pid, 0), existsSync(data)]).toEqual([true, true])
    upgrade.kill('SIGKILL')
    // It deletes its folder as its last act.
    await expect.poll(() => existsSync(data), SLOW).toBe(false)
  })

  it.each([
    ['is relative', 'data', 'must be an absolute path: data.'],
    ['is not set', '', 'must be an absolute path: it is not set.'],
    ['is another folder', tmpdir(), `there is no relevo.sqlite in ${tmpdir()}`],
  ])('changes nothing when DATA_DIR %s', async (_, dataDir, why) => {
    writeLayout1(folder)
    addRelease('old', OLD)
    addRelease('new', breaking(2))
    await startOld()
    writeFileSync(join(folder, 'relevo.env'), `PORT=${port}\n${dataDir === '' ? '' : `DATA_DIR=${dataDir}\n`}`)
    const { code, output } = await upgradeTo('new', '1')
    expect([code, output]).toEqual([1, expect.stringMatching(/^Nothing was changed: /)])
    expect(output).toContain(why)
    expect([readlinkSync(join(folder, 'current')), (await ask('/api/health')).status]).toEqual(['releases/old', 200])
  })

  it('changes nothing without the file of settings', async () => {
    rmSync(join(folder, 'relevo.env'))
    addRelease('new', breaking(2))
    const { code, output } = await upgradeTo('new', '1')
    expect([code, output]).toEqual([1, expect.stringMatching(/^Nothing was changed: the settings cannot be read.*\n$/)])
  })

  it.each([
    [0, 60],
    [100_000_000, 110],
    [10_000_000_000, 5_060],
  ])('waits for the health of a release with %d bytes of data for %d seconds', (bytes, seconds) => {
    expect(secondsToBeHealthy(bytes)).toBe(seconds)
  })

  it('does not wait for a service that has failed', async () => {
    writeLayout1(folder)
    addRelease('old', OLD)
    addRelease('new', breaking(1))
    await startOld()
    const began = Date.now()
    const { code, output } = await upgradeTo('new', '', 'echo NRestarts=0; echo ActiveState=failed')
    expect([code, output]).toEqual([1, expect.stringContaining('old runs again')])
    expect(Date.now() - began).toBeLessThan(50_000)
  })

  it('lets the old release open data of the same layout again', async () => {
    writeLayout1(folder)
    addRelease('old', OLD)
    addRelease('new', breaking(1))
    await startOld()
    expect((await upgradeTo('new', '1')).code).toBe(1)
    expect(lastLine()).toBe('old release 1 true')
  })
})

function addRelease(name: string, program: string): void {
  const path = join(folder, 'releases', name)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'server.mjs'), program)
  for (const file of ['upgrade.mjs', 'upgrade-service.mjs']) cpSync(join(UPGRADE, '..', file), join(path, file))
}

async function startOld(): Promise<void> {
  symlinkSync('releases/old', join(folder, 'current'))
  await runNode([SERVICE, folder, 'start'])
  await waitForHealth()
}

function upgradeTo(name: string, seconds = '', state = 'false') {
  const service = `'${process.execPath}' '${SERVICE}' '${folder}'`
  const options = {
    env: join(folder, 'relevo.env'),
    start: `${service} start`,
    stop: `${service} stop`,
    state,
    wait: seconds,
  }
  const args = Object.entries(options).flatMap(([option, value]) => (value === '' ? [] : [`--${option}`, value]))
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
