import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScryptHasher } from '#core/index.ts'
import { DiskFullError } from '#core/ports.ts'
import { buildStartAdvice } from './advice.ts'
import { UnusableFolderError } from './data-folder.ts'
import { type RunningServer, startServer } from './server.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const passwords = createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 })
let folder: string
let data: string
let running: RunningServer[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-start-'))
  data = join(folder, 'data')
})
afterEach(async () => {
  for (const server of running) await server.close(0)
  running = []
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<RunningServer> {
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: data,
    firstStart: 'administrator',
    passwords,
  })
  running.push(server)
  return server
}

/** A folder left by a killed server. */
async function used(): Promise<void> {
  const server = await start()
  const files = readdirSync(data)
    .map((name) => join(data, name))
    .filter((path) => statSync(path).isFile())
  const left = files.map((path) => [path, readFileSync(path)] as const)
  await server.close(0)
  for (const [path, content] of left) writeFileSync(path, content, { mode: 0o600 })
}

/** `npm start` in its own process. @returns its standard error and exit code */
async function startedAsProcess(): Promise<{ readonly said: string; readonly code: number | null }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--empty'], {
    env: { ...process.env, DATA_DIR: data, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), 30_000)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearTimeout(limit)
  return { said, code }
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('is for the account of the server alone, with everything in it, whatever the account lets others do otherwise', async () => {
    const mask = process.umask(0)
    try {
      await start()
      expect(modeOf(data)).toBe('700')
      for (const name of readdirSync(data))
        expect([name, modeOf(join(data, name))]).toEqual([
          name,
          statSync(join(data, name)).isDirectory() ? '700' : '600',
        ])
      expect(readdirSync(data)).toContain('relevo.sqlite-wal')
    } finally {
      process.umask(mask)
    }
  })

  it('that was open to others before is made private', async () => {
    await (await start()).close(0)
    chmodSync(data, 0o755)
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o755)
    await start()
    expect(modeOf(data)).toBe('700')
    for (const name of readdirSync(data))
      expect([name, modeOf(join(data, name))]).toEqual([name, statSync(join(data, name)).isDirectory() ? '700' : '600'])
  })

  it('that is open to others and holds other things is refused, and left as it is', async () => {
    mkdirSync(join(data, 'photos'), { recursive: true })
    chmodSync(data, 0o755)
    await expect(start()).rejects.toThrow(UnusableFolderError)
    expect([modeOf(data), readdirSync(data)]).toEqual(['755', ['photos']])
    chmodSync(data, 0o700)
    await start()
  })
})

it('the link of the first administrator begins with the public address', async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--empty'], {
    env: { ...process.env, DATA_DIR: data, PORT: '0', ORIGIN: 'https://forms.example.org, http://other.example.org' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (/Ctrl-C/.test(said)) break
  }
  child.kill('SIGKILL')
  expect(said).toMatch(/\n {2}https:\/\/forms\.example\.org\/contrasena#\S+\n/)
}, 30_000)

describe('a start that cannot be', () => {
  const oneSentence = /^[^\n]+\n$/

  it('for a damaged database says so in a sentence', async () => {
    await used()
    rmSync(join(data, 'relevo.sqlite-wal'))
    rmSync(join(data, 'open'))
    writeFileSync(join(data, 'relevo.sqlite'), Buffer.alloc(100_000, 'x'))
    const { said, code } = await startedAsProcess()
    expect([said, code]).toEqual([expect.stringMatching(/is damaged.*backup/), 1])
    expect(said).toMatch(oneSentence)
  })

  it('for damaged pages, too', async () => {
    await (await start()).close(0)
    const path = join(data, 'relevo.sqlite')
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 4096, bytes.length)
    writeFileSync(path, bytes)
    const { said, code } = await startedAsProcess()
    expect([said, code]).toEqual([expect.stringMatching(/is damaged/), 1])
    expect(said).toMatch(oneSentence)
  })

  it('for a database that was cut off, too', async () => {
    await (await start()).close(0)
    truncateSync(join(data, 'relevo.sqlite'), 8192)
    expect(await startedAsProcess()).toEqual({ said: expect.stringMatching(oneSentence), code: 1 })
  })

  it('without the log of a database that was not closed refuses, and starts when the log is back or given up', async () => {
    await used()
    const log = join(data, 'relevo.sqlite-wal')
    const content = readFileSync(log)
    rmSync(log)
    const { said, code } = await startedAsProcess()
    expect([said, code]).toEqual([expect.stringMatching(/relevo\.sqlite-wal is missing.*remove the file/), 1])
    expect(said).toMatch(oneSentence)
    writeFileSync(log, content)
    await (await start()).close(0)
    expect(readdirSync(data)).not.toContain('open')
    await start()
  })

  it('without the database of stored files refuses, and starts when one of them is moved', async () => {
    await (await start()).close(0)
    const [database, shard] = [join(data, 'relevo.sqlite'), join(data, 'files', 'ab')]
    writeFileSync(join(shard, 'ab'.repeat(32)), 'a photo')
    const content = readFileSync(database)
    for (const lose of [() => truncateSync(database), () => rmSync(database)]) {
      lose()
      await expect(start()).rejects.toThrow(/relevo\.sqlite is missing or empty.*restore a backup/)
    }
    writeFileSync(database, content)
    await (await start()).close(0)
    rmSync(database)
    rmSync(join(data, 'files'), { recursive: true })
    await start()
  })

  it.each<readonly [string, unknown, RegExp]>([
    ['a full disk', systemError('ENOSPC'), /is full \(3 MB free\)/],
    ['a full disk, as SQLite has it', sqliteError(13), /is full/],
    ['a full disk, as our store has it', new DiskFullError(), /is full/],
    ['an extended code of a damaged file', sqliteError(11 | (1 << 8)), /is damaged/],
    ['a read-only disk', systemError('EROFS'), /cannot be written to/],
    ['a read-only database', sqliteError(8), /cannot be written to/],
    ['a folder of somebody else', systemError('EACCES'), /cannot be written to/],
    ['a port of the system', Object.assign(systemError('EACCES'), { syscall: 'listen' }), /Port 80 may not be used/],
    ['a port that is taken', systemError('EADDRINUSE'), /Port 80 is used/],
    ['a file in the place of the folder', systemError('EEXIST'), /is not a folder/],
    ['a broken disk', sqliteError(10), /cannot be read or written/],
  ])('has its advice for %s', (_, error, expected) => {
    expect(buildStartAdvice(error, { folder: '/var/lib/relevo', port: '80', free: 3 * 1024 * 1024 })).toMatch(expected)
  })

  it('takes any failure of a database without room for a full disk, and hides no mistake of ours', () => {
    const start_ = { folder: '/var/lib/relevo', port: '80', free: 0 }
    expect(buildStartAdvice(sqliteError(14), start_)).toMatch(/is full/)
    expect(buildStartAdvice(new TypeError('x is not a function'), start_)).toBeUndefined()
  })
})

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('SQLite'), { code: 'ERR_SQLITE_ERROR', errcode })
}
