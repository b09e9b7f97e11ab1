import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createScryptHasher } from '#core/index.ts'
import { type RunningServer, startServer } from '../server.ts'

const folder = mkdtempSync(join(tmpdir(), 'relevo-demo-'))
const passwords = createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 })
let running: RunningServer | undefined
afterAll(async () => {
  await running?.close(0)
  rmSync(folder, { recursive: true, force: true })
})

async function restart(): Promise<RunningServer> {
  await running?.close(0)
  running = await startServer({ port: 0, host: '127.0.0.1', dataDir: folder, firstStart: 'demo', passwords })
  return running
}

describe('the first start', () => {
  it('fills the demonstration once, and lets each of its people sign in', async () => {
    const first = await restart()
    expect(first.accounts).toHaveLength(15)
    const answers = await first.ports.store.count({ collection: 'respuestas_formularios' })
    expect(answers).toBeGreaterThan(150)
    const again = await restart()
    expect(again.accounts).toEqual(first.accounts)
    expect(await again.ports.store.count({ collection: 'respuestas_formularios' })).toBe(answers)
    for (const { email, password } of again.accounts) {
      const body = JSON.stringify({ email, password })
      const response = await fetch(`${again.url}/api/session`, { method: 'POST', headers: { origin: again.url }, body })
      expect([email, response.status]).toEqual([email, 200])
    }
  })

  it('stores every file that an answer of the demonstration names', async () => {
    const { store, files } = (await restart()).ports
    for (const { document } of await store.query({ collection: 'respuestas_formularios', limit: 1_000 })) {
      for (const { sha256, bytes } of document.files) {
        expect(await files.size(sha256)).toBe(bytes)
      }
    }
  })

  it('keeps an upload over a restart: the device continues where the server was stopped', async () => {
    const content = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200_000, 'photo')])
    const sha256 = createHash('sha256').update(content).digest('hex')
    const metadata = `sha256 ${btoa(sha256)},type ${btoa('image/jpeg')},name ${btoa('photo.jpg')}`
    const offset = {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'x-relevo-account': 'inspector',
    }

    const before = await restart()
    const signIn = await fetch(`${before.url}/api/session`, {
      method: 'POST',
      headers: { origin: before.url },
      body: JSON.stringify({ email: 'inspector@relevo.example', password: 'relevo-demo' }),
    })
    const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const created = await fetch(`${before.url}/api/uploads`, {
      method: 'POST',
      body: content.subarray(0, 50_000),
      headers: {
        ...offset,
        cookie,
        origin: before.url,
        'upload-length': String(content.length),
        'upload-metadata': metadata,
      },
    })
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '50000'])
    const path = new URL(created.headers.get('location') ?? '', before.url).pathname

    const after = await restart()
    const headers = { ...offset, cookie, origin: after.url }
    const standing = await fetch(after.url + path, { method: 'HEAD', headers })
    expect(standing.headers.get('upload-offset')).toBe('50000')
    const rest = await fetch(after.url + path, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '50000' },
      body: content.subarray(50_000),
    })
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(content.length)])
    expect(await after.ports.files.size(sha256 as never)).toBe(content.length)
  })
})
