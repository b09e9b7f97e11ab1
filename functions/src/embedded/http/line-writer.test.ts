import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLineWriter } from './line-writer.ts'

let folder: string
let fd: number
const file = (): string => join(folder, 'log')
const read = (): string => readFileSync(file(), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-lines-'))
  fd = openSync(file(), 'w')
})
afterEach(() => {
  closeSync(fd)
  rmSync(folder, { recursive: true, force: true })
})

it('writes lines later and in order, and the rest when it is closed', async () => {
  const lines = createLineWriter(fd)
  lines.write('one')
  lines.write('two')
  expect(read()).toBe('')
  await vi.waitFor(() => expect(read()).toBe('one\ntwo\n'), 5_000)
  lines.write('three')
  lines.close()
  expect(read()).toBe('one\ntwo\nthree\n')
})

it('drops lines that nothing takes, and says how many', () => {
  const lines = createLineWriter(fd)
  for (let line = 0; line < 5; line += 1) lines.write('x'.repeat(600_000))
  lines.close()
  const written = read().trimEnd().split('\n')
  expect(written).toHaveLength(3)
  expect(JSON.parse(written[2] ?? '')).toEqual({ level: 'error', event: 'request-log.dropped', lines: 3 })
})
