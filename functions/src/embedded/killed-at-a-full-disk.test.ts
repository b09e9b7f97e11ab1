import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys, set, unitForKeys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { openSqliteStore } from './sqlite/store.ts'

const MB = 1024 * 1024
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const FORM = templateIdSchema.parse('farolas')
let folder: string
let running: ChildProcess[] = []

/** Mounts a disk in memory, which only root may do, on Linux. */
function mount(): boolean {
  folder = mkdtempSync(join(tmpdir(), 'relevo-full-'))
  try {
    const size = `size=${Math.ceil(DEFAULT_TUNING.diskReserve / MB) + 24}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', `${size},mode=0700`, 'relevo-full', folder], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0 && mount()
if (CAN_MOUNT) unmount()

function unmount(): void {
  execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
}
const free = (): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
/** Uses up the disk except for this many bytes. */
function takeAllBut(bytes: number, name: string): void {
  for (let piece = 0, left = free() - bytes; left > 0; piece += 1, left = free() - bytes) {
    if (piece > 1_000) throw new Error('It does not get full')
    const length = Math.min(left, 16 * MB)
    writeFileSync(join(folder, name), Buffer.alloc(Math.max(4096, length)), { flag: 'a' })
  }
}

/** `npm start` in its own process. @returns after it has printed its URL, or its output if it has ended */
async function started(): Promise<{ readonly server: ChildProcess; readonly url?: string; readonly said: string }> {
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--empty'], {
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(server)
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (let look = 0; look < 600; look += 1) {
    const port = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(said)?.[1]
    if (port !== undefined) return { server, url: `http://127.0.0.1:${port}`, said }
    if (server.exitCode !== null) return { server, said }
    await wait(50)
  }
  throw new Error(`It neither starts nor ends: ${said}`)
}
const killed = async (server: ChildProcess): Promise<void> => {
  server.kill('SIGKILL')
  while (server.signalCode === null && server.exitCode === null) await wait(10)
}

let seed = 0
/** Sends a public answer whose text is incompressible. @returns its key once acknowledged, or the refusal's status */
async function pushed(
  url: string,
): Promise<{ readonly key?: ReturnType<typeof keys.answer>; readonly status: number }> {
  const mutation = buildPlainSubmit((seed += 1), randomBytes(50_000).toString('hex'), {
    author: 'public',
    template: FORM,
  })
  const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'public', mutations: [mutation] }
  const response = await fetch(`${url}/api/sync/push`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) return { status: response.status }
  const { results } = (await response.json()) as { results: { status: string }[] }
  expect(results).toMatchObject([{ status: 'applied' }])
  return { key: keys.answer(mutation.answer), status: 200 }
}

describe.skipIf(!CAN_MOUNT)('a server that is killed at a full disk', () => {
  beforeEach(async () => {
    mount()
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    const store = openSqliteStore(join(data, 'relevo.sqlite'))
    await buildWorld({}, store)
    const form = buildPlainTemplate({ id: FORM }, { opcionales: { publico: true } })
    await store.commit(
      unitForKeys([], () => ({
        result: true,
        writes: buildVersionWrites(form).map(({ key, document }) => set(key, document)),
      })),
    )
    await store.close?.()
  })
  afterEach(async () => {
    for (const server of running) await killed(server)
    running = []
    unmount()
  })

  it('says what to do when it is started, and has all that it acknowledged once there is room', async () => {
    takeAllBut(DEFAULT_TUNING.diskReserve + 5 * MB, 'others')
    const first = await started()
    const url = first.url ?? ''
    const acknowledged: ReturnType<typeof keys.answer>[] = []
    let last = await pushed(url)
    for (; last.key !== undefined && acknowledged.length < 50; last = await pushed(url)) acknowledged.push(last.key)
    expect([last.status, acknowledged.length > 0]).toEqual([503, true])
    // Other programs on the same disk use even the reserve.
    takeAllBut(0, 'others')
    expect((await pushed(url)).status).toBe(503)
    await killed(first.server)

    const { said, url: none } = await started()
    expect([none, said]).toEqual([
      undefined,
      expect.stringMatching(/is full.*Free at least 300 MB.*received data is safe/),
    ])

    rmSync(join(folder, 'others'))
    const again = await started()
    expect((await fetch(`${again.url}/api/health`)).status).toBe(200)
    expect((await pushed(again.url ?? '')).status).toBe(200)
    await killed(again.server)
    const store = openSqliteStore(join(folder, 'data', 'relevo.sqlite'))
    const found = await store.getMany(acknowledged)
    expect(acknowledged.filter((key) => found.get(key) === undefined)).toEqual([])
    await store.close?.()
  }, 120_000)
})
