import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { remove, unitForKeys, type Key } from '#domain/store/index.ts'
import {
  countRestored,
  fillFolder,
  readAnswerKeys,
  runHere,
  spawnCommand,
  type FilledFolder,
} from '#tests/support/server/filled-folder.ts'
import { openSqliteStore } from '../sqlite/store.ts'

let root: string
let data: string
let target: string
let filled: FilledFolder

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'relevo-follow-'))
  data = join(root, 'data')
  target = join(root, 'backups')
  mkdirSync(target)
  filled = await fillFolder(data)
})
afterEach(async () => {
  await filled.store.close()
  rmSync(root, { recursive: true, force: true })
})

const env = () => ({ DATA_DIR: data })

async function until(holds: () => boolean): Promise<void> {
  const limit = Date.now() + 20_000
  while (!holds() && Date.now() < limit) await wait(50)
}

describe('a copy that follows', () => {
  it('has every change within seconds, also deletions, and restores to a server with every answer', async () => {
    const { child, ended, said } = spawnCommand('backup', [target, '--follow'], env())
    const copy = join(target, 'follow.sqlite')
    await until(() => said() !== '')
    expect(said()).toContain('Following')
    await filled.addAnswer()
    await filled.addFile('a later photo')
    const [gone = ''] = filled.answers.splice(0, 1)
    const writes = [remove(gone as Key)]
    await filled.store.commit(unitForKeys([], () => ({ result: true, writes })))
    await until(() => readAnswerKeys(copy).join() === filled.answers.join())
    expect(readAnswerKeys(copy)).toEqual(filled.answers)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
    expect(await countRestored(copy, target)).toBe(filled.answers.length)
    expect(statSync(copy).mode & 0o777).toBe(0o600)
  }, 60_000)

  it('shares its folder with backups, also while it begins', async () => {
    for (let at = 0; at < 40; at += 1) await filled.addFile(`photo ${at}`)
    const { child, ended, said } = spawnCommand('backup', [target, '--follow'], env())
    const results: number[] = []
    const until = Date.now() + 30_000
    while ((said() === '' || results.length < 3) && Date.now() < until) {
      await filled.addFile(`a photo of ${results.length}`)
      results.push((await spawnCommand('backup', [target], env()).ended).code ?? -1)
    }
    expect((await runHere('backup', [target, '--follow'], env())).said).toContain('another --follow')
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
    expect(said()).toContain('Following')
    expect(results.filter((code) => code !== 0)).toEqual([])
    expect((await runHere('verify', [target], env())).code).toBe(0)
    expect(readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('part'))).toEqual(
      [],
    )
  }, 60_000)

  it('keeps the copy of a database that was replaced, until the next one is', async () => {
    const copy = join(target, 'follow.sqlite')
    const follow = () => runHere('backup', [target, '--follow'], env())
    await runHere('backup', [target], env())
    await filled.addAnswer()
    await follow()
    await follow()
    expect(readdirSync(target)).not.toContain('follow.sqlite.before')
    const [backup = ''] = readdirSync(target).filter((name) => name.startsWith('relevo-'))
    await filled.store.close()
    renameSync(join(data, 'relevo.sqlite'), join(root, 'lost.sqlite'))
    cpSync(join(target, backup), join(data, 'relevo.sqlite'))
    filled = { ...filled, store: openSqliteStore(join(data, 'relevo.sqlite')) }
    for (let at = 0; at < 2; at += 1) await follow()
    expect([readAnswerKeys(copy).length, readAnswerKeys(`${copy}.before`).length]).toEqual([5, 6])
  })

  it('begins again when the server has started again', async () => {
    const { child, ended, said } = spawnCommand('backup', [target, '--follow'], env())
    const copy = join(target, 'follow.sqlite')
    await until(() => said() !== '')
    await filled.store.close()
    filled = { ...filled, store: openSqliteStore(join(data, 'relevo.sqlite')) }
    const [gone = '', ...left] = filled.answers
    const writes = [remove(gone as Key)]
    await filled.store.commit(unitForKeys([], () => ({ result: true, writes })))
    await until(() => readAnswerKeys(copy).join() === left.join())
    expect(readAnswerKeys(copy)).toEqual(left)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  }, 60_000)
})
