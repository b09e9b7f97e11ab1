import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readVersion } from './version.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'version-'))
  writeFileSync(join(root, 'package.json'), '{ "version": "3.1.4" }')
})
afterEach(() => rmSync(root, { recursive: true }))
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

it('is the version alone where there is no repository', () => {
  expect(readVersion(root)).toBe('3.1.4')
})

it('is the version alone where the repository cannot be read', () => {
  mkdirSync(join(root, '.git'))
  expect(readVersion(root)).toBe('3.1.4')
})

it('names the commit that is checked out', () => {
  git('init', '-q')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'first')
  expect(readVersion(root)).toBe(`3.1.4+${git('rev-parse', 'HEAD').slice(0, 8)}`)
})
