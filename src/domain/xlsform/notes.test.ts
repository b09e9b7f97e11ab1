import { describe, expect, it } from 'vitest'
import { imported } from '#tests/support/builders/xlsform.ts'

describe('a workbook with more than a form has a place for', () => {
  const survey = [
    ['type', 'name', 'label', 'label', '', 'hint'],
    ['select_one a', 'q', '¿Cuál?', 'Which?', 'beside', 'Como ${z} dijo'],
    ['', '', '', '', '', 'a remark'],
  ]
  const more = {
    choices: [
      ['list_name', 'name', 'label', 'media::image', 'order'],
      ['a', '1', 'Uno', 'uno.png', '2'],
      ['', '2', 'Dos', '', ''],
      ['b', '3', 'Tres de ${q}', '', ''],
    ],
    settings: [['form_title'], ['Obras'], ['Otra']],
    Listas: [['x']],
  }

  it('is noted row by row, column by column and sheet by sheet', () => {
    const notes = imported(survey, more).notes.map(({ code, sheet, row, name }) => `${code} ${sheet} ${row} ${name}`)
    expect(new Set(notes)).toEqual(
      new Set([
        'label.reference survey 2 q',
        'row.left-out survey 3 ',
        'column.twice survey null label',
        'column.unnamed survey null E',
        'column.media choices 2 1',
        'column.unknown choices null order',
        'list.name-missing choices 3 2',
        'label.reference choices 4 3',
        'list.unused choices null b',
        'row.left-out settings 3 ',
        'sheet.left-out Listas null Listas',
      ]),
    )
    expect(notes).toHaveLength(11)
  })
})
