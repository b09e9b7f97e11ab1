import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys, set, unitForKeys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { openSqliteStore } from '../sqlite/store.ts'

const FORM = templateIdSchema.parse('farolas')
const NODE = ['--disable-warning=ExperimentalWarning']
const pathOf = (module: string) => fileURLToPath(new URL(module, import.meta.url))
let root: string
let child: ChildProcess | undefined
let seed = 0
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'relevo-codes-'))
})
afterEach(async () => {
  await end('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const server = child
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
  const closed = new Promise((resolve) => server.once('close', resolve))
  server.kill(signal)
  await closed
}

/** `npm start` in its own process. @returns its URL, and its output */
function npmStart(dataDir: string): Promise<{ readonly url: string; readonly said: () => string }> {
  const server = spawn(process.execPath, [...NODE, pathOf('../main.ts'), '--empty'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = server
  let said = ''
  return new Promise((resolve, reject) => {
    server.once('close', () => reject(new Error(`It did not start: ${said}`)))
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const [, port] = /Relevo is running: +http:\/\/localhost:(\d+)/.exec(said) ?? []
        if (port !== undefined) resolve({ url: `http://127.0.0.1:${port}`, said: () => said })
      })
  })
}

/** Sends public answers. @returns their codes */
async function send(url: string, count: number): Promise<readonly string[]> {
  const codes: string[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const mutation = buildPlainSubmit((seed += 1), `lamp ${seed}`, { author: 'public', template: FORM })
    const response = await fetch(`${url}/api/sync/push`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ protocol: PROTOCOL_VERSION, device: DEVICE, account: 'public', mutations: [mutation] }),
    })
    const { results } = (await response.json()) as { readonly results: readonly { readonly code: string }[] }
    codes.push(results[0]?.code ?? '')
  }
  return codes
}

/** Creates a data folder with a public form, in a municipality whose last code is CBA1000. */
async function makeFolder(data: string): Promise<void> {
  mkdirSync(data, { mode: 0o700 })
  const store = openSqliteStore(join(data, 'relevo.sqlite'))
  await buildWorld({}, store)
  const form = buildPlainTemplate({ id: FORM }, { opcionales: { publico: true } })
  const place = keys.municipality(MUNICIPALITY as never)
  const municipality = await store.get(place)
  if (municipality === undefined) throw new Error('The world has no municipality')
  await store.commit(
    unitForKeys([], () => ({
      result: true,
      writes: [
        ...buildVersionWrites(form).map(({ key, document }) => set(key, document)),
        set(place, { ...municipality, key: 'CBA', lastKeyNumber: 1000 }),
      ],
    })),
  )
  await store.close?.()
}

it('a code is never assigned twice, and there is no gap except after a restore', async () => {
  const [data, copies] = [join(root, 'data'), join(root, 'copies')]
  await makeFolder(data)
  mkdirSync(copies)
  const first = await npmStart(data)
  expect(await send(first.url, 2)).toEqual(['CBA1001', 'CBA1002'])
  execFileSync(process.execPath, [...NODE, pathOf('../commands/main.ts'), 'backup', copies], {
    env: { ...process.env, DATA_DIR: data },
  })
  expect(await send(first.url, 2)).toEqual(['CBA1003', 'CBA1004'])
  await end('SIGKILL')
  const second = await npmStart(data)
  expect(await send(second.url, 1)).toEqual(['CBA1005'])
  await end('SIGTERM')
  const third = await npmStart(data)
  expect(await send(third.url, 1)).toEqual(['CBA1006'])
  expect([first, second, third].map(({ said }) => said()).join('')).not.toContain('numbers.gap')
  await end('SIGKILL')

  // The restore of the README, within an hour of the backup.
  expect(readdirSync(copies)).not.toContain('numbers')
  const restored = join(root, 'restored')
  mkdirSync(restored, { mode: 0o700 })
  const newest = readdirSync(copies).find((name) => name.endsWith('.sqlite')) ?? ''
  cpSync(join(copies, newest), join(restored, 'relevo.sqlite'))
  for (const name of ['ended', 'numbers']) cpSync(join(data, name), join(restored, name))
  const after = await npmStart(restored)
  expect(await send(after.url, 2)).toEqual(['CBA1101', 'CBA1102'])
  expect(after.said()).toContain('"event":"numbers.gap","series":"code~CBA","from":1003,"to":1100')
  await end('SIGKILL')
  const again = await npmStart(restored)
  expect(await send(again.url, 1)).toEqual(['CBA1103'])
}, 120_000)
