import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect } from 'vitest'
import { createFirstAdministrator, quietLog, createScryptHasher } from '#core/index.ts'
import { keys } from '#domain/store/index.ts'
import { createCloudFunctions } from '#firebase/cloud-functions.ts'
import { type CloudMachine, openCloudHost } from '#firebase/host.ts'
import { fakeBucket } from './bucket.ts'
import { emptyFirestore, VALUES_PER_QUERY } from './firestore.ts'
import { buildSubmit, hashOf } from '../builders/submit.ts'
import { buildTemplate } from '../builders/template.ts'

const ORIGIN = 'https://forms.example.org'
const PASSWORD = 'a long enough one'
export const JPEG = new Uint8Array([
  0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
])
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

/** Resources closed after the test. */
export const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Fakes of Google's services; any number of instances of the functions may use them. */
export function machine(clock = { now: Date.now() }): CloudMachine & { readonly time: { now: number } } {
  return {
    firestore: emptyFirestore(),
    bucket: fakeBucket(() => clock.now),
    log: quietLog,
    clock: () => clock.now,
    time: clock,
    passwords: createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 }),
    store: { valuesPerQuery: VALUES_PER_QUERY },
  }
}

/**
 * One instance: the exported functions behind a server that passes requests like Cloud Functions, with the body read.
 */
export async function instance(of: CloudMachine) {
  const host = openCloudHost(of, { origins: [ORIGIN], appVersion: '1.2.3', proxies: 1, outside: {} })
  const functions = createCloudFunctions(() => host)
  const api = functions.api as unknown as (request: IncomingMessage, response: ServerResponse) => Promise<void>
  const listener: RequestListener = (request, response) => {
    void (async () =>
      api(Object.assign(request, { rawBody: await buffer(request), originalUrl: request.url }), response))()
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (
    method: string,
    path: string,
    how: { cookie?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const { cookie, body, headers } = how
    return fetch(`${url}${path}`, {
      method,
      headers: {
        origin: ORIGIN,
        'x-forwarded-host': new URL(ORIGIN).host,
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  }
  return { host, functions, ask }
}

export type Instance = Awaited<ReturnType<typeof instance>>
/** Signs in the first administrator with a password. @returns the cookie */
export async function administrator({ host, ask }: Instance): Promise<string> {
  const token = (await createFirstAdministrator(host.ports, 'ada@example.org'))?.split('#').at(-1)
  expect((await ask('POST', '/api/password', { body: { token, password: PASSWORD } })).status).toBe(200)
  const signedIn = await ask('POST', '/api/session', { body: { email: 'ada@example.org', password: PASSWORD } })
  expect(signedIn.status).toBe(200)
  const [cookie = ''] = signedIn.headers.getSetCookie()
  expect(cookie).toMatch(/^__session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
  return cookie.split(';')[0] ?? ''
}

/** A form of the administrator's area with a photo and a signature, and an answer to it. */
export async function formAndAnswer({ host }: Instance) {
  const user = await host.ports.store.get(keys.user('admin' as never))
  const form = buildTemplate({ areas: user?.['areas'] as never })
  const writes = [keys.template(form.id), keys.templateVersion(form.id, 1)].map((key) => ({
    kind: 'set' as const,
    key,
    document: form,
  }))
  await host.ports.store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  const plain = buildSubmit(1, { author: 'admin' })
  const [photo, signature] = plain.files
  const text = JSON.stringify(plain)
    .replaceAll(photo?.sha256 ?? '', hashOf(JPEG))
    .replaceAll(signature?.sha256 ?? '', hashOf(PNG))
  const submit = JSON.parse(text) as typeof plain
  return { ...submit, files: [claim(JPEG, 'foto.jpg', 'image/jpeg'), claim(PNG, 'firma.png', 'image/png')] }
}

const claim = (bytes: Uint8Array, name: string, type: string) => ({
  sha256: hashOf(bytes),
  bytes: bytes.length,
  type,
  name,
})

/** Uploads a file in two parts. */
export async function upload(
  { ask }: Instance,
  cookie: string,
  bytes: Uint8Array,
  { name, type }: { readonly name: string; readonly type: string },
): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = [`sha256 ${btoa(hashOf(bytes))}`, `type ${btoa(type)}`, `name ${btoa(name)}`].join(',')
  const created = await ask('POST', '/api/uploads', {
    cookie,
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const path = created.headers.get('location') ?? ''
  for (const [from, to] of [
    [0, 4],
    [4, bytes.length],
  ] as const) {
    const headers = { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' }
    expect((await ask('PATCH', path, { cookie, headers, body: bytes.subarray(from, to) })).status).toBe(204)
  }
}
