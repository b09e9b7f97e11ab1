import assert from 'node:assert/strict'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { Disk } from './disk.ts'
import { CODE_KEY, NOTE_FORM } from './town.ts'

/**
 * Checks that each of these answers is on the server's disk once, with the codes that follow `before`, and with its
 * photo.
 */
export async function arrivedOnce(disk: Disk, ids: readonly AnswerId[], before: number): Promise<void> {
  const wanted = new Set(ids)
  const answers = disk.answers(NOTE_FORM.id).filter(({ id }) => wanted.has(id))
  assert.deepEqual(answers.map(({ id }) => id).sort(), [...ids].sort(), 'every answer, and each once')
  assert.deepEqual(
    answers.map(({ codigoMunicipio }) => codigoMunicipio).sort(),
    ids.map((_, i) => `${CODE_KEY}${before + 1 + i}`).sort(),
    'codes without a gap or a twin',
  )
  assert.equal(disk.lastKeyNumber(), before + ids.length, 'and none beside them')
  for (const { sha256, bytes } of answers.flatMap((answer) => answer.files))
    assert.equal((await disk.file(sha256)).length, bytes)
}
