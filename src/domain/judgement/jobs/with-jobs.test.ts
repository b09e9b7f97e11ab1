import { there } from '#tests/support/there.ts'
import { remove, set, type Decision, type Write, keys } from '../../store/index.ts'
import { describe, expect, it } from 'vitest'
import { buildDesk } from '#tests/support/builders/desk.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { unitFor } from '../answers/decide.ts'
import { withJobs } from './with-jobs.ts'

const submit = buildSubmit()

/** The document of an answer that asks for an incident. */
function answered() {
  const desk = buildDesk()
  desk.commit(unitFor(submit, { author: submit.author }, NOW))
  const document = there(desk.documents.get(keys.answer(submit.answer)))
  return { ...document, opcionales: { ...document.opcionales, incidentes: true } }
}

const writtenAfter = (write: Write): readonly string[] => {
  const unit = { keysFor: () => [], decide: (): Decision<true> => ({ result: true, writes: [write] }) }
  const { writes } = withJobs(unit, new Set(['incident.create'] as const), NOW).decide(new Map())
  return writes.slice(1).map(({ key }) => key)
}

describe('what a commit sets off elsewhere', () => {
  it('is an incident for a new answer that asks for one', () => {
    expect(writtenAfter(set(keys.answer(submit.answer), answered()))).toEqual([
      keys.job(`incident.create~${submit.answer}`),
    ])
  })

  it('is nothing for an answer that is changed, deleted or only kept elsewhere', () => {
    const document = answered()
    expect(writtenAfter(set(keys.answer(submit.answer), { ...document, version: 2 }))).toEqual([])
    expect(writtenAfter(remove(keys.answer(submit.answer)))).toEqual([])
    expect(writtenAfter(set(`${keys.answer(submit.answer)}/versiones/1`, document))).toEqual([])
  })
})
