import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateAnswerId } from '../kernel/new-ids.ts'
import { buildDownloadCode } from './codes.ts'
import { getCodeForAuthor, buildRecordUrl, parseRecordCode, buildStatusUrl } from './record-names.ts'
import { buildReference } from './reference.ts'

const ids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(generateAnswerId)
const codes = fc
  .tuple(fc.constantFrom('VI', 'VIS', 'ÑU', 'SANTARITA'), fc.integer({ min: 1, max: 999_999 }))
  .map(([key, number]) => `${key}${number}`)
/** Ways in which people may copy it by hand. */
const writings = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toLowerCase(),
  (text: string) => `  ${text.slice(0, 3)} ${text.slice(3)} `,
  (text: string) => `${text.slice(0, 3)}-${text.slice(3)}`.toLowerCase(),
)

describe('what is typed to look up a record', () => {
  it('is read for each kind of code, in capitals or not, with spaces and hyphens or without', () => {
    fc.assert(
      fc.property(ids, codes, writings, (id, code, written) => {
        expect(parseRecordCode(written(id))).toContainEqual({ kind: 'signature', id })
        const reference = buildReference(id)
        expect(parseRecordCode(written(reference.replace('-', '')))).toContainEqual({
          kind: 'reference',
          prefix: id.slice(0, 6),
        })
        const text = buildDownloadCode(id, code) ?? ''
        expect(parseRecordCode(written(text))).toContainEqual({ kind: 'download', text, code })
        expect(parseRecordCode(written(code))).toContainEqual({ kind: 'code', code })
      }),
    )
  })

  it('has the digits that O, I and L look like where an id is, and its letters where a key does', () => {
    expect(parseRecordCode('olivil1')).toContainEqual({ kind: 'download', text: '011VIL1', code: 'VIL1' })
    expect(parseRecordCode('o1l-iab')).toEqual([{ kind: 'reference', prefix: '0111AB' }])
  })

  it('is a code alone where no id can be before it', () => {
    expect(parseRecordCode('vis12')).toEqual([{ kind: 'code', code: 'VIS12' }])
    // With a long key it may be either.
    expect(parseRecordCode('ABCVIS12').map(({ kind }) => kind)).toEqual(['download', 'code'])
  })

  it.each([
    'VIS12.',
    '“VIS12”',
    '"vis12"',
    '«VIS12»',
    '(VIS12)',
    'VIS–12',
    'VIS\u201112',
    'VIS\u00a012,',
    '\u200bVIS12\ufeff',
    'ＶＩＳ１２',
  ])('is found as it is pasted, with a dash, a full stop or quotes: %j', (typed) => {
    expect(parseRecordCode(typed)).toEqual([{ kind: 'code', code: 'VIS12' }])
  })

  it.each(['', '   ', 'DESC', 'XYZDESC', 'no existe', '12345', 'A1', 'UUU-UUU'])('is none of them: %j', (typed) => {
    expect(parseRecordCode(typed)).toEqual([])
  })
})

describe('the code to keep', () => {
  it('is taken by the look-up as it is, whatever its municipality shows', () => {
    fc.assert(
      fc.property(ids, codes, (id, code) => {
        expect(parseRecordCode(getCodeForAuthor(id, code))).toContainEqual({
          kind: 'download',
          text: buildDownloadCode(id, code),
          code,
        })
        for (const none of [undefined, '', 'DESC'])
          expect(parseRecordCode(getCodeForAuthor(id, none))).toContainEqual({
            kind: 'reference',
            prefix: id.slice(0, 6),
          })
      }),
    )
  })

  it('is behind the # of the page that tells a state, too', () => {
    expect(buildStatusUrl('https://relevo.example', 'ÑU12')).toBe(
      'https://relevo.example/publico/consultar-estado#%C3%91U12',
    )
  })

  it('is behind the # of its address', () => {
    expect(buildRecordUrl('https://relevo.example', '7F3VIS1')).toBe('https://relevo.example/actas/consultar#7F3VIS1')
  })
})
