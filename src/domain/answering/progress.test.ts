import { describe, expect, it } from 'vitest'
import { DATA_TYPE } from '../questions/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { computeProgress } from './progress.ts'

const template = templateOf([
  section(0, [
    question(0, { tipoDato: DATA_TYPE.NUMBER }),
    question(1, { tipoDato: DATA_TYPE.DATE }),
    question(2),
    question(3, { tipoDato: DATA_TYPE.TITLE }),
  ]),
])
const answered = (values: Readonly<Record<string, string>>): string => {
  const given = Object.fromEntries(Object.entries(values).map(([at, respuesta]) => [at, { respuesta }]))
  const progress = computeProgress(template, { values: given, conditions: {}, rows: {} })
  return `${progress.answered} of ${progress.total}`
}

describe('how much is answered', () => {
  it('counts what asks something, once it is answered', () => {
    expect(answered({})).toBe('0 of 3')
    expect(answered({ '0/0': '12', '0/1': '2026-11-22', '0/2': 'x' })).toBe('3 of 3')
    expect(answered({ '0/2': '  ' })).toBe('0 of 3')
  })

  it('does not count what could not be sent as it is', () => {
    expect(answered({ '0/0': '12a', '0/1': '31/02/2026', '0/2': 'x' })).toBe('1 of 3')
  })
})
