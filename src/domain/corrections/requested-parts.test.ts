import { expect, it } from 'vitest'
import { section, condition, question, templateOf } from '#tests/support/builders/form-parts.ts'
import { DATA_TYPE } from '../questions/index.ts'
import { addressSchema, rowIdSchema } from '../kernel/index.ts'
import { splitRequestedQuestions } from './requested-parts.ts'

const version = templateOf([
  section(0, [question(0), question(1), question(2, { tipoDato: DATA_TYPE.TITLE })]),
  section(1, [question(0), question(1)], { repetible: true }),
  section(2, [question(0)]),
  section(3, [], { conditionalSection: true, conditions: [condition(0, [question(0)]), condition(1, [question(0)])] }),
])
const content = { values: {}, rows: { 1: [rowIdSchema.parse('0'), rowIdSchema.parse('1')] }, conditions: { 3: [0, 1] } }

function split(...asked: readonly string[]) {
  const marks = new Map(asked.map((address) => [addressSchema.parse(address), '']))
  const { groups, sections, others } = splitRequestedQuestions(version, content, marks)
  return {
    groups: groups.map(({ number, places }) => [number, places.map(({ address }) => address)]),
    sections: [...sections].map(({ orden }) => orden),
    others,
  }
}

it('groups the asked questions by section, condition and row, in the order of the form', () => {
  expect(split('3/c1/0', '1/r0/1', '1/r0/0', '1/0', '0/1').groups).toEqual([
    [1, ['0/1']],
    [2, ['1/0']],
    [2, ['1/r0/0', '1/r0/1']],
    [4, ['3/c1/0']],
  ])
})

it('counts the other questions without headings, and leaves out sections that are asked about as a whole', () => {
  expect(split('0/1', '2/0')).toMatchObject({ sections: [0, 1, 3], others: 9 })
})

it('keeps sections whose rows or conditions can still change', () => {
  expect(
    split('0/0', '0/1', '0/2', '1/0', '1/1', '1/r0/0', '1/r0/1', '1/r1/0', '1/r1/1', '2/0', '3/c0/0', '3/c1/0'),
  ).toMatchObject({ sections: [1, 3], others: 0 })
})

it('finds nothing for a question that is no longer there', () => {
  expect(split('1/r7/0', '9/0')).toMatchObject({ groups: [] })
})
