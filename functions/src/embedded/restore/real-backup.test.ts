import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScryptHasher } from '#core/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { getMunicipality, toInstant, type AreaPath } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { unitForKeys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { DEMO_PASSWORD } from '../demo/index.ts'
import { DEMO_AREAS } from '../demo/places.ts'
import { startServer } from '../server.ts'

/** The README's procedure: a backup of a running server, restored with the file `ended`, and `npm start` on it. */
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const PLACE = encodePlaceId(getMunicipality(DEMO_AREAS.cordoba.habilitaciones as AreaPath))
const FRESH = 'a brand new password'
const SALE = buildTicketForm()
const NEXT_MONTH = toInstant(Date.now() + 30 * 24 * 60 * 60 * 1000)
const EVENT: FormTemplate = {
  ...SALE,
  areas: [DEMO_AREAS.cordoba.habilitaciones as AreaPath],
  ...(SALE.ticketSale === undefined ? {} : { ticketSale: { ...SALE.ticketSale, eventDate: NEXT_MONTH } }),
}
let folder: string
let child: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-restored-'))
})
afterEach(async () => {
  const ended = new Promise((resolve) => child?.once('close', resolve) ?? resolve(undefined))
  child?.kill('SIGKILL')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

/** `npm start` in its own process. @returns its URL */
function npmStart(dataDir: string): Promise<string> {
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = server
  let said = ''
  return new Promise((resolve, reject) => {
    server.once('close', () => reject(new Error(`It did not start: ${said}`)))
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, port] = /Relevo is running: +http:\/\/localhost:(\d+)/.exec(said) ?? []
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
  })
}

type Sent = { readonly headers?: Record<string, string>; readonly body?: object }

function ask(url: string, method: string, path: string, { headers, body }: Sent) {
  return fetch(`${url}/api${path}`, {
    method,
    headers: { origin: url, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
const signIn = (url: string, password: string, user = 'supervisor-elevado') =>
  ask(url, 'POST', '/session', { body: { email: `${user}@relevo.example`, password } })
const cookieOf = (response: Response) => ({ cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' })

it('what was ended after a backup stays ended when it is put back, and what was not is as it was', async () => {
  const [data, copy, restored] = ['data', 'copy', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: data,
    firstStart: 'demo',
    passwords: createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 }),
  })
  const here = cookieOf(await signIn(server.url, DEMO_PASSWORD))
  const lost = cookieOf(await signIn(server.url, DEMO_PASSWORD))
  const made = await Promise.all(
    ['revoked', 'kept'].map(async (name) => {
      const wish = { name, scopes: ['templates:read'], days: 30, areas: [], forms: [] }
      const reply = await ask(server.url, 'POST', `/municipalities/${PLACE}/tokens`, { headers: here, body: wish })
      expect(reply.status).toBe(200)
      return (await reply.json()) as { readonly token: { readonly id: string }; readonly text: string }
    }),
  )
  const [revoked, kept] = made.map(({ text }) => ({ authorization: `Bearer ${text}` }))
  const admin = cookieOf(await signIn(server.url, DEMO_PASSWORD, 'admin'))
  await server.ports.store.commit(unitForKeys([], () => ({ result: true, writes: buildVersionWrites(EVENT) })))
  const links = await Promise.all(
    ['ended', 'open'].map(async (name) => {
      const reply = await ask(server.url, 'POST', `/doors/${EVENT.id}/links`, { headers: admin, body: { name } })
      expect(reply.status).toBe(200)
      return (await reply.json()) as { readonly id: string; readonly url: string }
    }),
  )
  const [shut, open] = links.map(({ url }) => ({ authorization: `Bearer ${url.split('#')[1]}` }))

  mkdirSync(copy)
  const source = new DatabaseSync(join(data, 'relevo.sqlite'), { readOnly: true })
  await backup(source, join(copy, 'relevo.sqlite'))
  source.close()
  cpSync(join(data, 'files'), join(copy, 'files'), { recursive: true })

  const change = { old: DEMO_PASSWORD, password: FRESH, language: 'es' }
  expect((await ask(server.url, 'PUT', '/password', { headers: here, body: change })).status).toBe(204)
  const revoking = `/municipalities/${PLACE}/tokens/${made[0]?.token.id}`
  expect((await ask(server.url, 'DELETE', revoking, { headers: here })).status).toBe(204)
  expect((await ask(server.url, 'DELETE', `/doors/${EVENT.id}/links/${links[0]?.id}`, { headers: admin })).status).toBe(
    204,
  )
  expect((await ask(server.url, 'POST', '/users/inspector/deactivate', { headers: admin })).status).toBe(200)
  await server.close(0)

  cpSync(copy, restored, { recursive: true })
  cpSync(join(data, 'ended'), join(restored, 'ended'))
  const url = await npmStart(restored)
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await ask(url, 'GET', path, { headers })).status
  expect([await statusOf('/session', lost), await statusOf('/session', here)]).toEqual([401, 401])
  expect([await statusOf('/v1/templates', revoked), await statusOf('/v1/templates', kept)]).toEqual([401, 200])
  expect((await signIn(url, DEMO_PASSWORD)).status).toBe(401)
  const doorOf = async (headers: Record<string, string> = {}) =>
    (
      await ask(url, 'POST', `/doors/${EVENT.id}/sync`, {
        headers,
        body: { device: 'N'.repeat(26), door: 'Norte', scans: [] },
      })
    ).status
  expect([await doorOf(shut), await doorOf(open)]).toEqual([401, 200])
  const statusFor = async (user: string) => (await signIn(url, DEMO_PASSWORD, user)).status
  expect([await statusFor('inspector'), await statusFor('inspector-actas')]).toEqual([403, 200])
}, 60_000)
