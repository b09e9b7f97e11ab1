import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEMO_PASSWORD } from './demo/index.ts'
import { DEMO_AREAS } from './demo/places.ts'
import { FolderInUseError } from './data-folder.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'
import { createScryptHasher } from '#core/index.ts'

const APP = `console.log('${'x'.repeat(5_000)}')`
let folder: string
let running: RunningServer[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-server-'))
  running = []
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Relevo</title>')
  writeFileSync(join(folder, 'dist/service-worker.js'), 'self.addEventListener("fetch", () => {})')
  writeFileSync(join(folder, 'dist/assets/app-1a2b.js'), APP)
  writeFileSync(join(folder, 'dist/.hidden'), 'hidden')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
})
afterEach(async () => {
  for (const server of running) await server.close(0)
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: join(folder, 'data'),
    distDir: join(folder, 'dist'),
    firstStart: 'nothing',
    passwords: createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 }),
    ...options,
  })
  running.push(server)
  return server
}

describe('the server on one machine', () => {
  it('answers the API and says so at /api/health', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/api/health`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ ok: true })
    expect((await fetch(`${url}/api/nothing-here`)).headers.get('content-type')).toContain('json')
    expect((await fetch(`${url}/api`)).status).toBe(404)
  })

  it('logs one line with what runs where, and how much it holds', async () => {
    const lines: unknown[] = []
    const log = { info: (event: string, facts?: object) => void lines.push({ event, ...facts }), error: () => {} }
    const { url } = await start({ log, origins: ['https://forms.example.org'] })
    await vi.waitFor(() =>
      expect(lines).toContainEqual(
        expect.objectContaining({
          event: 'server.started',
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          address: url,
          origins: ['https://forms.example.org'],
          data: join(folder, 'data'),
          answers: 0,
          layout: 3,
        }),
      ),
    )
  })

  it('tells anyone who listens what its own work has written, too', async () => {
    const { url, ports } = await start({ firstStart: 'demo' })
    const body = JSON.stringify({ email: 'inspector@relevo.example', password: DEMO_PASSWORD })
    const headers = { 'content-type': 'application/json', origin: url }
    const cookie =
      (await fetch(`${url}/api/session`, { method: 'POST', headers, body })).headers.get('set-cookie') ?? ''
    const stream = await fetch(`${url}/api/sync/nudges`, { headers: { cookie } })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const path = DEMO_AREAS.cordoba.habilitaciones.split('/').slice(0, 6).join('/')
    await ports.store.commit({
      keysFor: () => [path],
      decide: (found) => ({
        result: true,
        writes: [{ kind: 'set', key: path, document: { ...found.get(path), nombre: 'Other' } }],
      }),
    })
    let received = ''
    while (!received.includes('pull')) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) break
      received += value
    }
    await reader?.cancel()
    expect(received).toContain('event: nudge\ndata: pull')
  })

  it('tells a second server clearly that the data folder is taken, and frees it on closing', async () => {
    const first = await start()
    await expect(start()).rejects.toThrow(FolderInUseError)
    await first.close()
    await start()
  })

  it('frees the data folder when it cannot listen, and leaves the data as it was', async () => {
    const { port } = await start()
    const other = { dataDir: join(folder, 'other') }
    await expect(start({ ...other, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect(readdirSync(other.dataDir)).toEqual(['lock'])
    await start(other)
  })

  it('says once that a proxy is before it which no one has declared', async () => {
    const received: string[] = []
    const log = { info: () => undefined, error: (event: string) => void received.push(event) }
    const push = async ({ url }: RunningServer) =>
      fetch(`${url}/api/sync/push`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' },
        body: '{}',
      })
    const bare = await start({ log })
    for (let sent = 0; sent < 3; sent += 1) await push(bare)
    expect(received).toEqual(['proxy.not-declared'])
    await push(await start({ log, behindProxy: true, dataDir: join(folder, 'declared') }))
    expect(received).toHaveLength(1)
  })

  it('gives the app for every address of the app, and 404 for missing files and calls', async () => {
    const { url } = await start()
    for (const path of ['/', '/listar', '/contestar/abc', '/respuesta/enviada/a/CBA-1042?x=1.js']) {
      const response = await fetch(url + path)
      expect([path, response.status, await response.text()]).toEqual([
        path,
        200,
        '<!doctype html><title>Relevo</title>',
      ])
    }
    for (const path of ['/assets/app-0000.js', '/assets/none', '/favicon.ico', '/.hidden', '/api/none/x']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404])
    }
  })

  it('shows the 404 page under a domain that is none of its own, but for the public and what it reads', async () => {
    const { port } = await start({ origins: ['https://forms.example.org'] })
    const get = (path: string, host: string) =>
      raw(port, path, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    for (const path of ['/', '/listar', '/login']) {
      expect(await get(path, 'forms.example.org')).toContain('<title>Relevo</title>')
      const strange = await get(path, 'other.example.org')
      expect(strange).toMatch(/^HTTP\/1.1 404 /)
      for (const text of [
        'Page Not Found',
        'The requested URL was not found.',
        'href="https://forms.example.org/home"',
      ])
        expect(strange).toContain(text)
    }
    expect(await get('/assets/app-1a2b.js', 'other.example.org')).toMatch(/^HTTP\/1.1 200 /)
    expect(await get('/api/health', 'other.example.org')).toMatch(/^HTTP\/1.1 200 /)
    expect(await get('/publico/abc', 'other.example.org')).not.toContain('Page Not Found')
  })

  it('never leaves its folder, however the path is written', async () => {
    const { port } = await start()
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/../../secret.txt',
      '/.hidden',
      '//etc/passwd',
      '/a\\..\\secret.txt',
      '/%00.js',
    ]) {
      expect(await raw(port, path)).not.toContain('secret')
    }
  })

  it('lets hashed assets be kept for good, asks about the rest each time, and stores no page', async () => {
    const { url } = await start()
    expect((await fetch(`${url}/assets/app-1a2b.js`)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    for (const [path, caching] of [
      ['/', 'no-store'],
      ['/listar', 'no-store'],
      ['/service-worker.js', 'no-cache'],
    ] as const) {
      const response = await fetch(url + path)
      expect(response.headers.get('cache-control')).toBe(caching)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
      const again = await fetch(url + path, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
    }
  })

  it('compresses what is worth it, for those who can read it', async () => {
    const { url } = await start()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await fetch(`${url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(await response.text()).toBe(APP)
    }
  })

  it('shows a file as it is now, not as it was when it was first asked for', async () => {
    const { url } = await start()
    await (await fetch(url)).text()
    writeFileSync(join(folder, 'dist/index.html'), 'newer')
    expect(await (await fetch(url)).text()).toBe('newer')
  })

  it('takes only GET and HEAD for files', async () => {
    const { url } = await start()
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
    const head = await fetch(`${url}/assets/app-1a2b.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(APP.length), ''])
  })

  it('gives an empty installation a one-time link, until the password is set', async () => {
    const { url, adminLink, close } = await start({ firstStart: 'administrator' })
    expect(adminLink).toMatch(/^\/contrasena#[\w-]{43}$/)
    const body = JSON.stringify({ token: adminLink?.split('#').at(-1), password: 'a long password' })
    const headers = { 'content-type': 'application/json', origin: url }
    expect((await fetch(`${url}/api/password`, { method: 'POST', body, headers })).status).toBe(200)
    expect((await fetch(`${url}/api/password`, { method: 'POST', body, headers })).status).not.toBe(200)
    const login = JSON.stringify({ email: 'admin@relevo.example', password: 'a long password' })
    expect((await fetch(`${url}/api/session`, { method: 'POST', body: login, headers })).status).toBe(200)
    await close()
    expect((await start({ firstStart: 'administrator' })).adminLink).toBeUndefined()
  })

  it('gives another link when the first one was never used', async () => {
    const first = await start({ firstStart: 'administrator' })
    await first.close()
    expect((await start({ firstStart: 'administrator' })).adminLink).toMatch(/^\/contrasena#/)
  })

  it('finishes what is under way before it stops, and cuts what hangs', async () => {
    const server = await start()
    const slow = httpRequest({
      port: server.port,
      path: '/api/session',
      method: 'POST',
      headers: { 'content-length': 10 },
    })
    const ended = new Promise<string>((resolve) =>
      slow.on('error', () => resolve('cut')).on('response', () => resolve('answered')),
    )
    slow.write('{')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const start_ = performance.now()
    await server.close(300)
    expect(performance.now() - start_).toBeLessThan(2_000)
    expect(await ended).toBe('cut')
  })

  it('survives requests that are no HTTP', async () => {
    const { port, url } = await start()
    await raw(port, '', '\x16\x03\x01 no http\r\n\r\n')
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
  })
})

/** Sends a path unchanged; fetch would normalise it first. */
function raw(
  port: number,
  path: string,
  text = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    let answer = ''
    socket
      .on('data', (data) => (answer += data.toString('latin1')))
      .on('error', () => resolve(answer))
      .on('close', () => resolve(answer))
  })
}
