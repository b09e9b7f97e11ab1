import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { quietLog } from '#core/index.ts'
import { remove, set, type StoredDocument, type Key } from '#domain/store/index.ts'
import { openEndedGrantsJournal } from './journal.ts'

const NOW = 1_800_000_000_000
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Opens a journal with these lines. @returns the journal, and a function that reads its lines */
function openWith(lines: readonly string[]) {
  const file = join(folder, 'ended')
  writeFileSync(file, lines.join('\n'))
  const journal = openEndedGrantsJournal(file, () => NOW, quietLog)
  return { journal, read: () => readFileSync(file, 'utf8').trimEnd().split('\n') }
}

it('keeps entries and fields of a newer release when it rewrites the file', () => {
  const later = [
    '{"mark":7}',
    '{"key":"cashboxes/c1","at":1700000000000,"names":["x"]}',
    '{"key":"api_tokens/t1","ended":"2027-03-01T00:00:00Z"}',
    '{"gap":{"counter":"habilitaciones","from":120,"to":220}}',
    '{"key":"api_tokens/t2","at":1799999999999,"by":"ada"}',
  ]
  const { journal, read } = openWith(later)
  expect(read()).toEqual(later)
  expect([journal.mark, [...(journal.known?.keys() ?? [])]]).toEqual([7, ['api_tokens/t2']])
})

it('keeps an entry of a newer release once, however often the file is opened', () => {
  const line = '{"key":"cashboxes/c1","at":1}'
  expect(openWith([line, line, '{"mark":1}']).read()).toEqual(['{"mark":1}', line])
})

it('removes incomplete lines, older marks and expired entries', () => {
  const lines = ['{"mark":2}', '{"mark":3}', '{"key":"websession/s1","at":1000}', '17', 'null', '{"key":"api_tok']
  expect(openWith(lines).read()).toEqual(['{"mark":3}'])
})

it('keeps the fields of a newer release when more ends in the same document', () => {
  const key = 'puertas/d1' as Key<StoredDocument>
  const entry = { key, at: 1, names: [], left: [], room: 'north' }
  const { journal, read } = openWith(['{"mark":1}', JSON.stringify(entry)])
  journal.note([{ write: set(key, { links: [{ id: 'a', ended: true }] } as never), before: undefined }])
  const last = JSON.parse(read().at(-1) ?? '') as object
  expect(last).toMatchObject({ key, at: NOW, room: 'north' })
})

it('notes deleted and discarded answers, also over a restart, and forgets those that a user restores', () => {
  const answer = (letter: string) => letter.repeat(26) as never
  const key = (letter: string) => `respuestas_formularios/${letter.repeat(26)}` as Key<StoredDocument>
  const wrote = (write: ReturnType<typeof set> | ReturnType<typeof remove>) => ({ write, before: undefined })
  const { journal, read } = openWith(['{"mark":1}'])
  const held = { id: 'C'.repeat(26), outcome: { kind: 'discarded' } }
  journal.note([wrote(remove(key('A'))), wrote(remove(key('B')))])
  journal.note([wrote(set(`held/${'C'.repeat(26)}` as Key<StoredDocument>, held as never))])
  journal.note([
    wrote(set(`held/${'D'.repeat(26)}` as Key<StoredDocument>, { ...held, outcome: { kind: 'waiting' } } as never)),
  ])
  journal.note([wrote(set(key('E'), {} as never))])
  const ended = (of: typeof journal) => ['A', 'B', 'C', 'D', 'E'].filter((letter) => of.isEnded(answer(letter)))
  expect(ended(journal)).toEqual(['A', 'B', 'C'])
  journal.note([wrote(set(key('B'), {} as never))])
  expect(ended(journal)).toEqual(['A', 'C'])
  expect(ended(openWith(read()).journal)).toEqual(['A', 'C'])
})
