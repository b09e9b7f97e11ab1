import { appendFileSync, mkdtempSync, rmSync, type WriteFileOptions } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { quietLog } from '#core/index.ts'
import { keys } from '#domain/store/index.ts'
import { openEndedGrantsJournal } from './journal.ts'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return { ...fs, appendFileSync: vi.fn<typeof fs.appendFileSync>(fs.appendFileSync) }
})

it('what has ended is on the disk before anything else is done: a machine that dies forgets none of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'relevo-journal-'))
  try {
    const file = join(folder, 'ended')
    openEndedGrantsJournal(file, Date.now, quietLog).note([
      { write: { kind: 'delete', key: keys.apiToken('t1') }, before: undefined },
    ])
    expect(vi.mocked(appendFileSync).mock.calls.map(([, , options]) => options)).toEqual([
      expect.objectContaining({ flush: true } satisfies WriteFileOptions & object),
    ])
    expect([...(openEndedGrantsJournal(file, Date.now, quietLog).known?.keys() ?? [])]).toEqual([keys.apiToken('t1')])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
