import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allowWasm, buildSecurityHeaders } from '#core/index.ts'
import { PROTOCOL_VERSION, pullResponseSchema, pushResponseSchema } from '#domain/sync/index.ts'
import { DEVICE, hashOf } from '../support/builders/submit.ts'
import {
  JPEG,
  PNG,
  closing,
  machine,
  instance,
  administrator,
  formAndAnswer,
  upload,
} from '#tests/support/cloud/instance.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

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
    const elsewhere = { origin: 'https://evil.example' }
    expect((await one.ask('DELETE', '/api/session', { cookie, headers: elsewhere })).status).toBe(403)
    // The function's own public URL, and other ways to reach it besides Hosting.
    const beside = { ...elsewhere, 'x-forwarded-host': 'evil.example' }
    expect((await one.ask('DELETE', '/api/session', { cookie, headers: beside })).status).toBe(404)
    expect((await one.ask('GET', '/api/health', { headers: { 'x-forwarded-host': 'api-abc.a.run.app' } })).status).toBe(
      404,
    )
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
    for (let day = 0; day < 31; day += 2) {
      google.time.now += 48 * 60 * 60 * 1000
      await functions.sweep.run(event)
    }
    expect(await host.ports.store.count({ collection: 'websession' })).toBe(0)
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
      buildSecurityHeaders(true),
    )
    const ofReader = hosting.headers.find(({ source }) => source === '/assets/qr-worker-*.js')?.headers
    expect(ofReader).toEqual([
      { key: 'Content-Security-Policy', value: allowWasm(buildSecurityHeaders(true))['content-security-policy'] },
    ])
  })
})
