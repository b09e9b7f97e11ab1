import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from './index.ts'
import { MAX_TEXT_LENGTH } from '../kernel/index.ts'
import { isScannable, mayBeScannable, parseScannedCode } from './scanned.ts'

const { STRING, NUMBER, DATE } = DATA_TYPE

describe('a code', () => {
  it('may be scanned into open questions of text and whole numbers, and into nothing else', () => {
    const kinds = Object.values(QUESTION_TYPE).flatMap((tipoPregunta) =>
      Object.values(DATA_TYPE).map((tipoDato) => ({ tipoPregunta, tipoDato })),
    )
    expect(kinds.filter(mayBeScannable)).toEqual([
      { tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: STRING },
      { tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: NUMBER },
    ])
  })

  it('is scanned where the question says so, and the mark is none on another kind', () => {
    const open = { tipoPregunta: QUESTION_TYPE.OPEN }
    expect(isScannable({ ...open, tipoDato: STRING, escaneable: true })).toBe(true)
    expect(isScannable({ ...open, tipoDato: STRING })).toBe(false)
    expect(isScannable({ ...open, tipoDato: DATE, escaneable: true })).toBe(false)
    expect(isScannable({ tipoPregunta: QUESTION_TYPE.BOOLEAN, tipoDato: STRING, escaneable: true })).toBe(false)
  })

  it.each([
    [STRING, 'EXT-0042', 'EXT-0042'],
    [STRING, ' EXT-0042\r\n', 'EXT-0042'],
    [STRING, 'https://example.org/a?b=1', 'https://example.org/a?b=1'],
    [STRING, 'BEGIN:VCARD\r\nFN:Ana', 'BEGIN:VCARD\nFN:Ana'],
    [STRING, '\u001d0107612345678900\u001d10AB', '0107612345678900 10AB'],
    [STRING, ' \u001d ', 'value.text-invalid'],
    [STRING, '', 'value.text-invalid'],
    [STRING, 'a\u0000b', 'value.text-invalid'],
    [STRING, 'x'.repeat(MAX_TEXT_LENGTH + 1), 'value.text-too-long'],
    [NUMBER, '0779800012345', '0779800012345'],
    [NUMBER, 'EXT-0042', 'value.integer'],
    [NUMBER, '12 34', 'value.integer'],
  ] as const)('of type %j that says %j is read as %j', (tipoDato, code, expected) => {
    const read = parseScannedCode({ tipoDato }, code)
    expect(read.ok ? read.value : read.problem.code).toBe(expected)
  })
})
