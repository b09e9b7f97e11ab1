import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeAnswer } from '../answering/index.ts'
import { toInstant } from '../kernel/index.ts'
import { WORDS } from '#tests/support/builders/export-words.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import type { ExportedAnswer } from './export-call.ts'
import { toExportedAnswer } from './exported-answer.ts'
import { listExportFiles, toPathPart } from './files.ts'
import { EMPTY_TABLE_FACTS, extendTableFacts } from './table.ts'

const FACTS = { code: 'VIS1', now: toInstant(Date.parse('2026-11-20T15:30:00.000Z')), author: buildUser('ines') }
const one = (seed: number, more: Partial<ExportedAnswer> = {}): ExportedAnswer => ({
  ...toExportedAnswer(composeAnswer(buildTemplate(), buildSubmit(seed), FACTS)),
  ...more,
})
const versions = [{ version: 1, secciones: buildTemplate().secciones }]
const filesIn = (answers: readonly ExportedAnswer[]) => {
  const files = listExportFiles(extendTableFacts(EMPTY_TABLE_FACTS, { answers, versions }), {
    texts: WORDS,
    origin: 'https://relevo.test',
  })
  return answers.flatMap(files)
}

describe('the files of an export', () => {
  it('lie in a folder of their answer, named by what was asked', () => {
    const answer = one(1)
    const at = `https://relevo.test/api/answers/${answer.id}/files`
    expect(filesIn([answer])).toEqual([
      { folder: 'VIS1', name: 'Fachada · image', address: `${at}/${PHOTO.sha256}` },
      { folder: 'VIS1', name: 'Signature · Titular', address: `${at}/${SIGNATURE.sha256}` },
    ])
  })

  it('of two answers with one code lie apart, and one without a code goes by its id', () => {
    const [first, second, third] = [one(1), one(2), one(3, { codigoMunicipio: '' })]
    expect(new Set(filesIn([first, second, third]).map(({ folder }) => folder))).toEqual(
      new Set(['VIS1', `VIS1 ${second.id}`, third.id]),
    )
  })

  it('of one name have different ones', () => {
    const [signature] = one(1).signatures
    if (signature === undefined) throw new Error('It is signed')
    const twice = one(1, { signatures: [signature, { ...signature, index: 1 }] })
    expect(filesIn([twice]).map(({ name }) => name)).toEqual([
      'Fachada · image',
      'Signature · Titular',
      'Signature · Titular - 2',
    ])
  })
})

describe('a part of a path', () => {
  it.each([
    ['../../etc/passwd', 'etc passwd'],
    ['..', 'x'],
    ['', 'x'],
    [' a\u0000b\\c ', 'a b c'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['com¹', '_com¹'],
    ['CONOUT$ .x', '_CONOUT$ .x'],
    ['console', 'console'],
    ['Fachada', 'Fachada'],
    ['n\u0303andu\u0301', 'ñandú'],
    ['¿Qué? <b>', '¿Qué b'],
    ['ñandú', 'ñandú'],
  ])('is %j as %j', (text, part) => {
    expect(toPathPart(text, 'x')).toBe(part)
  })

  it('is as long as every system takes, and ends with no half of a character', () => {
    expect(toPathPart('😀'.repeat(90), 'x')).toBe('😀'.repeat(50))
    expect(toPathPart('漢'.repeat(90), 'x')).toBe('漢'.repeat(66))
    expect(toPathPart('ñ'.repeat(90), 'x')).toBe('ñ'.repeat(80))
  })

  it('never leads anywhere, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const part = toPathPart(text, 'x')
        expect(part).not.toMatch(/[\\/:\0]|^\.|\.$/)
        expect([...part].length).toBeGreaterThan(0)
        expect([...part].length).toBeLessThanOrEqual(81)
        expect(part.isWellFormed()).toBe(true)
        // Of the 255 bytes of a file name, some are reserved for a suffix and the extension.
        expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(201)
      }),
    )
  })
})
