import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { FileStore } from '#core/ports.ts'
import { openDiskFiles } from '#embedded/disk/files.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildPlainSubmit, DEVICE, hashOf } from '#tests/support/builders/submit.ts'
import { buildWorld, PASSWORD } from '#tests/support/server/world.ts'

// The short form of `npm run bench -- full-disk`: real database and files; only the size of the disk is simulated.
const MB = 1024 * 1024
const SIZE = 24 * MB
const TUNING = { diskReserve: 12 * MB, signInReserve: 2 * MB, diskPause: 60_000 }
const FILE = 2 * MB

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

it('a disk that is filled from all sides keeps its reserve; signing in, reading and health continue, and what was acknowledged is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relevo-full-'))
  folders.push(folder)
  const path = join(folder, 'relevo.sqlite')
  const store = openSqliteStore(path)
  let lowest = SIZE
  const openFiles = async (clock: () => number): Promise<FileStore> => ({
    ...(await openDiskFiles(folder, clock)),
    availableBytes: async () => {
      const free = SIZE - sizeOf(folder)
      lowest = Math.min(lowest, free)
      return free
    },
  })
  const world = await buildWorld({ tuning: TUNING }, store, undefined, { openFiles })
  const [ines, sofia] = [await world.signIn('ines'), await world.signIn('sofia')]
  const later: (string | null)[] = []
  const named: string[] = []
  const answered: string[] = []
  const counted = (response: Response): Response => {
    if (response.status >= 400)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    if (response.status === 503) later.push(response.headers.get('retry-after'))
    return response
  }
  const push = async (seed: number) => {
    const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'ines', mutations: [buildPlainSubmit(seed)] }
    const response = counted(await world.ask('POST', '/api/sync/push', { cookie: ines, body }))
    if (response.status === 200) answered.push(buildPlainSubmit(seed).answer)
  }
  const upload = async (seed: number) => {
    const bytes = new Uint8Array(FILE).fill(seed)
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const metadata = [
      ['sha256', hashOf(bytes)],
      ['type', 'image/png'],
      ['name', 'a.png'],
    ]
      .map(([key, value]) => `${key} ${btoa(String(value))}`)
      .join(',')
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': String(FILE),
      'upload-metadata': metadata,
      'content-type': 'application/offset+octet-stream',
    }
    if (counted(await world.ask('POST', '/api/uploads', { cookie: ines, headers, body: bytes })).status === 201)
      named.push(hashOf(bytes))
  }
  const image = async (seed: number) => {
    const bytes = new Uint8Array(FILE).fill(seed)
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    if (
      counted(await world.ask('POST', '/api/templates/comercios/images', { cookie: sofia, body: bytes })).status === 200
    )
      named.push(hashOf(bytes))
  }
  for (let round = 0; round < 6; round += 1) {
    const turns = [0, 1, 2].flatMap((n) => [
      push(1 + round * 10 + n),
      upload(1 + round * 10 + n),
      image(101 + round * 10 + n),
    ])
    await Promise.all(turns)
    const reads = await Promise.all([
      world.ask('POST', '/api/session', { body: { email: 'olga', password: PASSWORD } }),
      world.ask('GET', '/api/sync/pull', { cookie: ines }),
      world.ask('GET', '/api/health'),
    ])
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  expect(await (await world.ask('GET', '/api/health')).json()).toMatchObject({ disk: 'full' })
  expect(later.length).toBeGreaterThan(0)
  expect(answered.length).toBeGreaterThan(0)
  expect(named.length).toBeGreaterThan(1)
  expect(lowest).toBeGreaterThanOrEqual(TUNING.diskReserve)

  // After a kill, the database is reopened unchanged.
  const again = openSqliteStore(path)
  for (const id of answered)
    expect([id, (await again.get(`respuestas_formularios/${id}`)) !== undefined]).toEqual([id, true])
  for (const sha256 of named)
    expect(hashOf(readFileSync(join(folder, 'files', sha256.slice(0, 2), sha256)))).toBe(sha256)
  await again.close()
  await store.close()
})
