import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, it, vi } from 'vitest'
import { allowWasm, buildSecurityHeaders } from '#core/index.ts'
import { createStaticFileHandler } from './static-files.ts'

const disk = vi.hoisted(() => ({ fails: 0 }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const readFile = (...values: Parameters<typeof real.readFile>) => {
    disk.fails -= 1
    return disk.fails >= 0 ? Promise.reject(new Error('EMFILE')) : real.readFile(...values)
  }
  return { ...real, readFile }
})

const folder = mkdtempSync(join(tmpdir(), 'relevo-static-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a file that could not be read once is read the next time', async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  const serve = createStaticFileHandler(folder, {})
  const ask = () => serve(new Request('http://relevo.test/'), '/')
  disk.fails = 1
  await expect(ask()).rejects.toThrow('EMFILE')
  expect((await ask()).status).toBe(200)
})

it('WebAssembly may be run by the reader of codes, and by nothing else', async () => {
  mkdirSync(join(folder, 'assets'))
  const names = [
    'assets/qr-worker-B1_x-y.js',
    'assets/qr-worker-B1_x-y.js.js',
    'assets/pdf-worker-B1.js',
    'qr-worker-a.js',
  ]
  for (const name of names) writeFileSync(join(folder, name), 'worker')
  const headers = buildSecurityHeaders(true)
  const serve = createStaticFileHandler(folder, headers, allowWasm(headers))
  const allowed = async (name: string) => {
    const reply = await serve(new Request(`http://relevo.test/${name}`), `/${name}`)
    return reply.headers.get('content-security-policy')?.includes("script-src 'self' 'wasm-unsafe-eval'")
  }
  expect(await Promise.all([...names, 'index.html'].map(allowed))).toEqual([true, false, false, false, false])
})

it('source maps are for anyone who sits at the machine, and not served', async () => {
  writeFileSync(join(folder, 'app.js'), 'app')
  writeFileSync(join(folder, 'app.js.map'), '{"sourcesContent":["secret"]}')
  const serve = createStaticFileHandler(folder, {})
  const ask = async (path: string) => (await serve(new Request(`http://relevo.test${path}`), path)).status
  expect([await ask('/app.js'), await ask('/app.js.map')]).toEqual([200, 404])
})

it('files that the build has compressed are served as they are, and not by their own names', async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets/app-B1.js'), 'const x = 1\n'.repeat(200))
  writeFileSync(join(folder, 'assets/app-B1.js.br'), brotliCompressSync('const y = 2\n'.repeat(200)))
  const serve = createStaticFileHandler(folder, {})
  const ask = (path: string, accepted: string) =>
    serve(new Request(`http://relevo.test${path}`, { headers: { 'accept-encoding': accepted } }), path)
  const compressed = await ask('/assets/app-B1.js', 'gzip, br')
  expect(compressed.headers.get('content-encoding')).toBe('br')
  const content = brotliDecompressSync(new Uint8Array(await compressed.arrayBuffer())).toString()
  expect(content).toBe('const y = 2\n'.repeat(200))
  expect(await (await ask('/assets/app-B1.js', '')).text()).toBe('const x = 1\n'.repeat(200))
  expect((await ask('/assets/app-B1.js.br', 'br')).status).toBe(404)
})
