import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { firstAdministrator, quietLog, scryptPasswords, securityHeaders } from '#core/index.ts'
import { keys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION, pullResponseSchema, pushResponseSchema } from '#domain/sync/index.ts'
import { cloudFunctions } from '#firebase/cloud-functions.ts'
import { type CloudMachine, openCloudHost } from '#firebase/host.ts'
import { fakeBucket } from '../support/cloud/bucket.ts'
import { emptyFirestore, VALUES_PER_QUERY } from '../support/cloud/firestore.ts'
import { buildSubmit, DEVICE, hashOf } from '../support/builders/submit.ts'
import { buildTemplate } from '../support/builders/template.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ORIGIN = 'https://forms.example.org'
const PASSWORD = 'a long enough one'
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Google's services, stood in for; any number of instances of the functions may open them. */
function machine(clock = { now: Date.now() }): CloudMachine & { readonly time: { now: number } } {
  return {
    firestore: emptyFirestore(),
    bucket: fakeBucket(() => clock.now),
    log: quietLog,
    clock: () => clock.now,
    time: clock,
    passwords: scryptPasswords({ cost: 4, blockSize: 8, parallelization: 1 }),
    store: { valuesPerQuery: VALUES_PER_QUERY },
  }
}

/** One instance: the exported functions, behind a server that hands requests over as Cloud Functions does, with the body read. */
async function instance(of: CloudMachine) {
  const host = openCloudHost(of, { origins: [ORIGIN], appVersion: '1.2.3', proxies: 1, outside: {} })
  const functions = cloudFunctions(() => host)
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
      headers: { origin: ORIGIN, ...(cookie === undefined ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  }
  return { host, functions, ask }
}

type Instance = Awaited<ReturnType<typeof instance>>

/** The first administrator with a password, signed in. @returns the cookie */
async function administrator({ host, ask }: Instance): Promise<string> {
  const token = (await firstAdministrator(host.ports, 'ada@example.org'))?.split('/').at(-1)
  expect((await ask('POST', '/api/password', { body: { token, password: PASSWORD } })).status).toBe(200)
  const signedIn = await ask('POST', '/api/session', { body: { email: 'ada@example.org', password: PASSWORD } })
  expect(signedIn.status).toBe(200)
  const [cookie = ''] = signedIn.headers.getSetCookie()
  expect(cookie).toMatch(/^__session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
  return cookie.split(';')[0] ?? ''
}

/** A form of the administrator's area with a photo and a signature, and an answer to it. */
async function formAndAnswer({ host }: Instance) {
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

async function upload(
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

describe('the functions of the cloud', () => {
  it('sign in, take files and an answer that names them, give both back, and know it all on another instance', async () => {
    const google = machine()
    const first = await instance(google)
    const cookie = await administrator(first)
    const submit = await formAndAnswer(first)
    await upload(first, cookie, JPEG, { name: 'foto.jpg', type: 'image/jpeg' })
    await upload(first, cookie, PNG, { name: 'firma.png', type: 'image/png' })
    const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'admin', mutations: [submit] }
    const pushed = pushResponseSchema.parse(await (await first.ask('POST', '/api/sync/push', { cookie, body })).json())
    expect(pushed.results).toMatchObject([
      { status: 'applied', code: 'MUN1', receipt: [{ sha256: hashOf(JPEG) }, { sha256: hashOf(PNG) }] },
    ])

    const second = await instance(google)
    const again = pushResponseSchema.parse(await (await second.ask('POST', '/api/sync/push', { cookie, body })).json())
    expect(again.results).toEqual(pushed.results)
    const pulled = await second.ask('GET', '/api/sync/pull', { cookie })
    expect(pulled.headers.get('content-encoding')).toBe('gzip')
    const page = pullResponseSchema.parse(await pulled.json())
    expect([page.templates.map(({ id }) => id), page.answers.map(({ codigoMunicipio }) => codigoMunicipio)]).toEqual([
      ['comercios'],
      ['MUN1'],
    ])
    const photo = await second.ask('GET', `/api/answers/${submit.answer}/files/${hashOf(JPEG)}`, { cookie })
    expect([photo.headers.get('content-type'), new Uint8Array(await photo.arrayBuffer())]).toEqual(['image/jpeg', JPEG])

    expect((await second.ask('DELETE', '/api/session', { cookie })).status).toBe(204)
    expect((await first.ask('GET', '/api/session', { cookie })).status).toBe(401)
  })

  it('refuse what comes from elsewhere, whatever host the request names, and keep no stream open', async () => {
    const one = await instance(machine())
    const cookie = await administrator(one)
    const elsewhere = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    expect((await one.ask('DELETE', '/api/session', { cookie, headers: elsewhere })).status).toBe(403)
    expect((await one.ask('GET', '/api/sync/nudges', { cookie })).status).toBe(503)
    expect((await one.ask('GET', '//evil.example/api/session', { cookie })).status).toBe(404)
    expect((await one.ask('HEAD', '/api/health')).status).toBe(200)
  })

  it('slow down who guesses, by the address that our own proxy wrote', async () => {
    const one = await instance(machine())
    const guess = async (name: number, address: string) =>
      (
        await one.ask('POST', '/api/session', {
          headers: { 'x-forwarded-for': `10.0.0.${name}, ${address}` },
          body: { email: `name-${name}`, password: 'wrong' },
        })
      ).status
    const statuses = []
    for (let name = 0; name < 40; name += 1) statuses.push(await guess(name, '198.51.100.7'))
    expect([statuses[0], statuses.at(-1), await guess(99, '198.51.100.8')]).toEqual([401, 429, 401])
  })

  it('sweep on their schedule what has ended, and look after the jobs', async () => {
    const google = machine()
    const { host, functions, ask } = await instance(google)
    const cookie = await administrator({ host, functions, ask })
    const event = { scheduleTime: new Date(google.time.now).toISOString() }
    await functions.sweep.run(event)
    await functions.jobs.run(event)
    expect((await ask('GET', '/api/session', { cookie })).status).toBe(200)
    google.time.now += 31 * 24 * 60 * 60 * 1000
    await functions.sweep.run(event)
    expect(await host.ports.store.count({ collection: 'websession' })).toBe(0)
  })
})

describe('the sweep of the cloud', () => {
  const WEEK = 7 * 24 * 60 * 60 * 1000

  it('takes files that no answer names and images that nobody saved, and leaves what is named, recent or just sent', async () => {
    const google = machine()
    const one = await instance(google)
    const swept = async () => one.functions.sweep.run({ scheduleTime: new Date(google.time.now).toISOString() })
    const stored = async (...all: readonly Uint8Array[]) =>
      Promise.all(all.map(async (bytes) => (await one.host.ports.files.size(hashOf(bytes))) !== undefined))
    const cookie = await administrator(one)
    const submit = await formAndAnswer(one)
    const [orphan, recent, image] = [
      new Uint8Array([...PNG, 4]),
      new Uint8Array([...PNG, 5]),
      new Uint8Array([...PNG, 6]),
    ]
    for (const bytes of [JPEG, PNG, orphan]) await upload(one, cookie, bytes, { name: 'foto', type: 'image/png' })
    const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'admin', mutations: [submit] }
    expect(
      pushResponseSchema.parse(await (await one.ask('POST', '/api/sync/push', { cookie, body })).json()).results,
    ).toMatchObject([{ status: 'applied' }])
    expect((await one.ask('POST', '/api/templates/comercios/images', { cookie, body: image })).status).toBe(200)
    google.time.now += WEEK - 60_000
    await upload(one, cookie, recent, { name: 'foto', type: 'image/png' })
    await swept()
    expect(await stored(JPEG, PNG, orphan, recent, image)).toEqual([true, true, true, true, true])
    google.time.now += 2 * 60_000
    await swept()
    expect(await stored(JPEG, PNG, orphan, recent, image)).toEqual([true, true, false, true, true])
    google.time.now += 5 * WEEK
    await swept()
    expect(await stored(JPEG, PNG, orphan, recent, image)).toEqual([true, true, false, false, false])
  })

  it('goes on with the rest when one part fails, and the schedule hears of it', async () => {
    const google = machine()
    const failures: string[] = []
    const getFiles: CloudMachine['bucket']['getFiles'] = async () => {
      throw new Error('Cloud Storage: 503')
    }
    const one = await instance({
      ...google,
      bucket: { ...google.bucket, getFiles },
      log: { ...quietLog, error: (event) => void failures.push(event) },
    })
    await administrator(one)
    google.time.now += 31 * 24 * 60 * 60 * 1000
    await expect(one.functions.sweep.run({ scheduleTime: new Date(google.time.now).toISOString() })).rejects.toThrow(
      'Not everything was swept',
    )
    expect(failures).toEqual(['sweep.uploads-failed', 'sweep.orphans-failed'])
    expect(await one.host.ports.store.count({ collection: 'websession' })).toBe(0)
  })
})

describe('what is deployed', () => {
  it('is one file that shows its functions without credentials and needs nothing but Google’s libraries', () => {
    const folder = mkdtempSync(join(tmpdir(), 'relevo-cloud-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
        env: { PATH: process.env['PATH'] },
      })
    const built = run(join(ROOT, 'functions/src/firebase/build.mjs'), folder)
    expect([built.status, built.stderr]).toEqual([0, ''])
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const shown = run(
      '--input-type=module',
      '--eval',
      'const all = await import("./index.js"); console.log(JSON.stringify(Object.entries(all).map(([name, { __endpoint: e }]) => [name, Object.keys(e).filter((key) => key.endsWith("Trigger"))])))',
    )
    expect([shown.stdout.trim(), shown.stderr]).toEqual([
      '[["api",["httpsTrigger"]],["jobs",["scheduleTrigger"]],["sweep",["scheduleTrigger"]]]',
      '',
    ])
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly main: string
      readonly dependencies: object
    }
    expect([manifest.main, Object.keys(manifest.dependencies)]).toEqual([
      'index.js',
      ['firebase-admin', 'firebase-functions'],
    ])
    const code = readFileSync(join(folder, 'index.js'), 'utf8')
    const foreign = [...code.matchAll(/^import .*?"([^"]+)";$/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !/^(node:|firebase-(admin|functions)(\/|$))/.test(name))
    expect(foreign).toEqual([])
  }, 90_000)

  it('is what firebase.json sends and leads to, and Hosting gives pages the headers that the brain gives its answers', () => {
    type Config = {
      readonly functions: readonly { readonly source: string; readonly runtime: string }[]
      readonly hosting: {
        readonly rewrites: readonly object[]
        readonly headers: readonly {
          readonly source: string
          readonly headers: readonly { readonly key: string; readonly value: string }[]
        }[]
      }
    }
    const { functions, hosting } = JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8')) as Config
    expect(functions).toMatchObject([{ source: 'functions/lib', runtime: 'nodejs24' }])
    expect(hosting.rewrites[0]).toEqual({
      source: '/api/**',
      function: { functionId: 'api', region: 'southamerica-east1' },
    })
    const everywhere = hosting.headers.find(({ source }) => source === '**')?.headers ?? []
    expect(Object.fromEntries(everywhere.map(({ key, value }) => [key.toLowerCase(), value]))).toEqual(
      securityHeaders(true),
    )
  })
})
