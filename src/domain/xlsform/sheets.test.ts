import { expect, it } from 'vitest'
import { splitIntoSheets } from './index.ts'

it('a table that names sheets in its first column is a workbook', () => {
  const rows = [
    ['survey', '', ''],
    ['', 'type', 'name'],
    ['', 'text', 'a'],
    ['', '', ''],
    ['CHOICES', '', ''],
    ['', 'list_name', 'name'],
  ]
  expect(splitIntoSheets(rows)).toEqual([
    {
      name: 'survey',
      rows: [
        ['type', 'name'],
        ['text', 'a'],
        ['', ''],
      ],
    },
    { name: 'CHOICES', rows: [['list_name', 'name']] },
  ])
})

it('any other table is a survey', () => {
  const rows = [
    ['type', 'name'],
    ['text', 'survey'],
  ]
  expect(splitIntoSheets(rows)).toEqual([{ name: 'survey', rows }])
  expect(splitIntoSheets([])).toEqual([{ name: 'survey', rows: [] }])
})
