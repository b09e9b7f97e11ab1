import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { set, unitForKeys, type Key } from '#domain/store/index.ts'
import {
  countRestored,
  fillFolder,
  readAnswerKeys,
  runHere,
  spawnCommand,
  type FilledFolder,
} from '#tests/support/server/filled-folder.ts'
import { readLastBackup } from '../data-folder.ts'

/** Only root may mount a disk, on Linux. */
const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/bin/mount')
let root: string
let data: string
let target: string
let filled: FilledFolder

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'relevo-backup-'))
  data = join(root, 'data')
  target = join(root, 'backups')
  mkdirSync(target, { mode: 0o755 })
  filled = await fillFolder(data)
})
afterEach(async () => {
  await filled.store.close()
  rmSync(root, { recursive: true, force: true })
})

const env = () => ({ DATA_DIR: data })
const backups = () => readdirSync(target).filter((name) => name.endsWith('.sqlite') && name.startsWith('relevo-'))
const unfinished = () => readdirSync(target).filter((name) => name.includes('.part'))
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('a backup', () => {
  it('ends while answers arrive all the time, and restores to a server with every answer of before', async () => {
    const before = [...filled.answers]
    const running = spawnCommand('backup', [target], env())
    let isOver = false
    const ended = running.ended.finally(() => (isOver = true))
    while (!isOver) {
      await filled.addAnswer()
      await wait(2)
    }
    const { code, said } = await ended
    expect(said).toMatch(/^Backup .*: \d+ answers, .* 1 files \(1 new\), checked/)
    expect(code).toBe(0)
    const [name = ''] = backups()
    const answers = readAnswerKeys(join(target, name))
    expect(answers).toEqual(filled.answers.slice(0, answers.length))
    expect(answers.length).toBeGreaterThanOrEqual(before.length)
    expect(unfinished()).toEqual([])
    expect(await countRestored(join(target, name), target)).toBe(answers.length)
  }, 60_000)

  it('is readable by its owner alone, and is noted in the data folder', async () => {
    const mask = process.umask()
    expect((await runHere('backup', [target], env())).code).toBe(0)
    const paths = readdirSync(target, { recursive: true, encoding: 'utf8' }).map((name) => join(target, name))
    const modes = paths.map((path) => [path, modeOf(path), statSync(path).isDirectory() ? '700' : '600'] as const)
    expect(modes.filter(([, mode, wanted]) => mode !== wanted)).toEqual([])
    expect([modeOf(target), process.umask()]).toEqual(['700', mask])
    expect(readLastBackup(data)).toMatchObject({ folder: target, answers: 5 })
  })

  it('copies a file once, and keeps as many databases as it is asked to', async () => {
    await runHere('backup', [target, '--keep', '2'], env())
    await filled.addFile('another photo')
    const second = await runHere('backup', [target, '--keep', '2'], env())
    expect(second.said).toContain('2 files (1 new)')
    for (const day of ['01', '02']) writeFileSync(join(target, `relevo-2020-01-${day}T00-00-00Z.sqlite`), '')
    await wait(1_000)
    await runHere('backup', [target, '--keep', '2'], env())
    expect(backups().filter((name) => name.includes('-2020-'))).toEqual([])
    expect(backups().length).toBeLessThanOrEqual(2)
  })

  it('has the last name, also after a backup whose clock was ahead', async () => {
    writeFileSync(join(target, 'relevo-2099-12-31T23-59-59Z.sqlite'), '')
    expect((await runHere('backup', [target, '--keep', '1'], env())).code).toBe(0)
    expect(backups()).toEqual(['relevo-2100-01-01T00-00-00Z.sqlite'])
  })

  it('is good when the data folder cannot record it, and says so', async () => {
    mkdirSync(join(data, 'backed-up'))
    const { code, said } = await runHere('backup', [target], env())
    expect([code, said]).toEqual([0, expect.stringContaining(`but ${data} cannot record it: Error: EISDIR`)])
    expect(backups()).toHaveLength(1)
    expect(readdirSync(data).filter((name) => name.startsWith('backed-up'))).toEqual(['backed-up'])
  })

  it('fails with a file that an answer names and the disk lacks, and keeps the last good one', async () => {
    await runHere('backup', [target], env())
    const good = backups()
    const lost = await filled.addFile('a photo that is lost')
    rmSync(lost)
    const { code, said } = await runHere('backup', [target], env())
    expect(code).toBe(1)
    expect(said).toContain(lost.slice(-64))
    expect(said.split('\n')).toHaveLength(1)
    expect(said).toContain(`The last good backup is ${join(target, good[0] ?? '')}`)
    expect(backups()).toEqual(good)
    expect(unfinished()).toEqual([])
    const accepted = await runHere('backup', [target, '--accept-missing'], env())
    expect([accepted.code, accepted.said]).toEqual([0, expect.stringContaining('1 MISSING')])
  })

  it('keeps its good copy of a file that the disk has cut since, and takes a whole one for a cut one', async () => {
    const content = 'a photo that is cut'
    const path = await filled.addFile(content)
    await runHere('backup', [target], env())
    const copy = join(target, 'files', path.slice(-64, -62), path.slice(-64))
    writeFileSync(path, 'a ph')
    await runHere('backup', [target], env())
    expect(readFileSync(copy, 'utf8')).toBe(content)
    writeFileSync(path, content)
    writeFileSync(copy, 'a ph')
    expect((await runHere('backup', [target], env())).code).toBe(0)
    expect(readFileSync(copy, 'utf8')).toBe(content)
  })

  it('fails when the answers are gone, so that empty backups do not replace the good ones', async () => {
    await runHere('backup', [target, '--keep', '1'], env())
    const good = backups()
    const empty = join(root, 'empty')
    mkdirSync(join(empty, 'files'), { recursive: true })
    writeFileSync(join(empty, 'relevo.sqlite'), '')
    const { code, said } = await runHere('backup', [target, '--keep', '1'], { DATA_DIR: empty })
    expect([code, said]).toEqual([1, expect.stringContaining('the database has no answers, and the last backup has')])
    expect([backups(), unfinished()]).toEqual([good, []])
    expect((await runHere('verify', [empty], env())).said).toBe(`${join(empty, 'relevo.sqlite')} is empty.`)
  })

  it('fails with an audit log whose entry was changed', async () => {
    const entry = 'audit/000000000001' as Key
    const before = await filled.store.get(entry)
    const writes = [set(entry, { ...before, target: 'usuarios/c' } as never)]
    await filled.store.commit(unitForKeys([], () => ({ result: true, writes })))
    const { code, said } = await runHere('backup', [target], env())
    expect([code, said]).toEqual([1, expect.stringContaining('the audit log is broken at entry 000000000001')])
    expect(backups()).toEqual([])
  })

  it('is not taken for one when it was killed in the middle', async () => {
    const text = 'x'.repeat(4_000)
    const writes = Array.from({ length: 10_000 }, (_, at) => set(`formEditedInfo/f~${at}` as Key, { text } as never))
    await filled.store.commit(unitForKeys([], () => ({ result: true, writes })))
    const { child, ended } = spawnCommand('backup', [target], env())
    const until = Date.now() + 20_000
    const began = (): boolean =>
      existsSync(target) && unfinished().some((name) => statSync(join(target, name)).size > 0)
    while (!began() && Date.now() < until) await wait(1)
    child.kill('SIGKILL')
    await ended
    expect(unfinished()).not.toEqual([])
    expect(backups()).toEqual([])
    expect((await runHere('verify', [target], env())).code).toBe(1)
    expect((await runHere('backup', [target], env())).code).toBe(0)
    expect([backups().length, unfinished()]).toEqual([1, []])
  }, 60_000)

  it.skipIf(!CAN_MOUNT)('keeps the last good one when the disk gets full, and says so', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'relevo-backup', target])
    try {
      expect((await runHere('backup', [target], env())).code).toBe(0)
      const good = backups()
      const text = 'x'.repeat(4_000)
      const writes = Array.from({ length: 1_000 }, (_, at) => set(`formEditedInfo/f~${at}` as Key, { text } as never))
      await filled.store.commit(unitForKeys([], () => ({ result: true, writes })))
      expect(await runHere('backup', [target], env())).toEqual({
        code: 1,
        said: `The backup failed: the disk of ${target} is full. The last good backup is ${join(target, good[0] ?? '')}`,
      })
      expect([backups(), unfinished()]).toEqual([good, []])
    } finally {
      execFileSync('umount', ['-l', target])
    }
  })

  it.each(['files of the data', 'the copy'])('ignores lost+found, where %s are a mount point', async (place) => {
    const folder = place === 'the copy' ? target : data
    // A file in place of the folder, because root could read a folder without permissions.
    for (const at of [folder, join(folder, 'files'), join(data, 'uploads')]) {
      mkdirSync(at, { recursive: true, mode: 0o700 })
      writeFileSync(join(at, 'lost+found'), '')
    }
    expect(await runHere('backup', [target], env())).toMatchObject({ code: 0 })
    expect((await runHere('verify', [target], env())).code).toBe(0)
    expect(await countRestored(join(target, backups()[0] ?? ''), target)).toBe(filled.answers.length)
  })

  it('is refused into the data folder or a missing one, beside another backup, and without a database', async () => {
    const [inside, link] = [join(data, 'backups'), join(root, 'link')]
    mkdirSync(inside)
    symlinkSync(inside, link)
    for (const path of [inside, link])
      expect((await runHere('backup', [path], env())).said).toContain(`${path} is in the data folder`)
    const { said } = await runHere('backup', [target], { DATA_DIR: join(root, 'elsewhere') })
    expect(said).toContain('There is no relevo.sqlite')
    expect((await runHere('backup', [], env())).code).toBe(2)
    const unmounted = join(root, 'unmounted')
    expect((await runHere('backup', [unmounted], env())).said).toContain('Create it, or mount its disk')
    expect(existsSync(unmounted)).toBe(false)
    const lock = new DatabaseSync(join(target, 'lock'))
    lock.exec('BEGIN EXCLUSIVE')
    expect((await runHere('backup', [target], env())).said).toContain('another backup')
    lock.close()
  })
})

describe('verify', () => {
  it('names each file that is missing or cut, and with --hashes each with another content', async () => {
    expect(await runHere('verify', [], env())).toMatchObject({ code: 0 })
    const [cut, other] = [await filled.addFile('a file to cut'), await filled.addFile('to change')]
    writeFileSync(cut, 'a fi')
    writeFileSync(other, 'OTHERWISE')
    const plain = await runHere('verify', [], env())
    expect([plain.code, plain.said.includes(cut.slice(-64)), plain.said.includes(other.slice(-64))]).toEqual([
      1,
      true,
      false,
    ])
    const hashed = await runHere('verify', ['--hashes'], env())
    expect(hashed.said).toContain(`${other.slice(-64)} (other content`)
    renameSync(cut, `${cut}-gone`)
    expect((await runHere('verify', [], env())).said).toContain(`${cut.slice(-64)} (missing`)
    rmSync(other)
    mkdirSync(other)
    expect((await runHere('verify', ['--hashes'], env())).said).toContain(`${other.slice(-64)} (cannot be read: EISDIR`)
  })

  it('leaves out uploads that nothing names yet', async () => {
    const sha256 = 'ab'.repeat(32)
    const upload = { author: 'ines', sha256, bytes: 3, expiresAt: '2026-12-31T00:00:00.000Z' }
    const writes = [set(`files/ines~${sha256}` as Key, upload as never)]
    await filled.store.commit(unitForKeys([], () => ({ result: true, writes })))
    expect((await runHere('verify', [], env())).code).toBe(0)
  })
})
