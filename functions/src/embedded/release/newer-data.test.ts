import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeDatabase, writeLayout1 } from '#tests/support/layout-1.ts'
import { startServer, type ServerOptions } from '../server.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const SLOW = { timeout: 120_000 }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-newer-'))
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('data of a newer release', SLOW, () => {
  it('is refused with exit code 3 and left as it is', async () => {
    writeLayout1(folder)
    record({ version: '99.0.0', commit: 'abcdef12' })
    const before = readFileSync(join(folder, 'data', 'relevo.sqlite'))
    const { code, output } = runMain()
    expect([code, output]).toEqual([3, expect.stringContaining('newer release (99.0.0+abcdef12; this one is ')])
    expect(readFileSync(join(folder, 'data', 'relevo.sqlite')).equals(before)).toBe(true)
  })

  it('is opened if asked, and then belongs to the older release', async () => {
    writeLayout1(folder)
    record({ version: '99.0.0' })
    await expect(start()).rejects.toThrow('newer release (99.0.0;')
    await (await start({ isOlderAllowed: true })).close(0)
    await (await start()).close(0)
  })

  it('is opened once if the way back of an upgrade has allowed it', async () => {
    writeLayout1(folder)
    record({ version: '99.0.0' })
    writeFileSync(join(folder, 'data', 'older-allowed'), '')
    await (await start()).close(0)
    expect(existsSync(join(folder, 'data', 'older-allowed'))).toBe(false)
  })
})

const start = (more: Partial<ServerOptions> = {}) =>
  startServer({ port: 0, host: '127.0.0.1', dataDir: join(folder, 'data'), firstStart: 'nothing', ...more })

function runMain() {
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, '--empty'], { env, encoding: 'utf8' })
  return { code: status, output: stdout + stderr }
}

function record(release: object): void {
  changeDatabase(folder, (db) => {
    db.exec('CREATE TABLE written_by (id INTEGER PRIMARY KEY CHECK (id = 1), release TEXT NOT NULL)')
    db.prepare('INSERT INTO written_by VALUES (1, ?)').run(JSON.stringify(release))
  })
}
