import fc from 'fast-check'
import { expect, it } from 'vitest'
import { templateDraftSchema } from '../templates/index.ts'
import { NOTE_SEVERITY, type Sheet, splitIntoSheets, convertXlsform } from './index.ts'

const heading = fc.constantFrom(
  'type',
  'name',
  'label',
  'label::English (en)',
  'label::Kiswahili',
  'hint',
  'required',
  'relevant',
  'bind::constraint',
  'media::image::es',
  'disabled',
  'list_name',
  'default',
  'constructor',
  '__proto__',
  'toString',
  'column.unknown',
  'unknown',
  '::',
  ':',
  '',
  ' ',
)
const type = fc.constantFrom(
  'text',
  'integer',
  'note',
  'image',
  'select_one a',
  'select_multiple b or_other',
  'rank a',
  'select_one',
  'select_one_from_file x.csv',
  'geopoint',
  'begin group',
  'end group',
  'begin repeat',
  'end repeat',
  'begin loop over a',
  'end loop',
  'begin',
  'end',
  'calculate',
  'constructor',
  '__proto__',
  'start',
  'audio',
  '',
)
const cell = fc.oneof(
  type,
  fc.constantFrom('yes', 'a', 'b', '${q}', 'es', '#', '🍔'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const sheet = (name: string): fc.Arbitrary<Sheet> =>
  fc
    .record({
      head: fc.array(heading, { maxLength: 8 }),
      rows: fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 25 }),
    })
    .map(({ head, rows }) => ({ name, rows: [['type', 'name', ...head], ...rows] }))
const workbook = fc.tuple(sheet('survey'), sheet('choices'), sheet('settings')).map((sheets) => [...sheets])

it('whatever a workbook holds, it becomes a possible form with a possible report, or is refused', () => {
  fc.assert(
    fc.property(workbook, (sheets) => {
      const result = convertXlsform(sheets, 'x')
      if (!result.ok) {
        expect(['import.no-survey', 'import.no-questions']).toContain(result.problem.code)
        return
      }
      const { draft, notes } = result.value
      expect(templateDraftSchema.parse(draft)).toEqual(draft)
      draft.secciones.forEach((section, index) => {
        expect(section.orden).toBe(index)
        expect(section.preguntas.map(({ orden }) => orden)).toEqual(section.preguntas.map((_, at) => at))
        expect(section.preguntas.length).toBeGreaterThan(0)
      })
      for (const { code, row, sheet: name } of notes) {
        expect(Object.hasOwn(NOTE_SEVERITY, code)).toBe(true)
        expect(row === null || row <= (sheets.find((one) => one.name === name)?.rows.length ?? 0)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

it('whatever a table holds, it is some sheets', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 20 }), (rows) => {
      for (const { rows: inner } of splitIntoSheets(rows)) expect(inner.length).toBeLessThanOrEqual(rows.length)
      convertXlsform(splitIntoSheets(rows), 'x')
    }),
  )
})
