import { expect, it } from 'vitest'
import { buildDesk, putTemplate } from '#tests/support/builders/desk.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { keys } from '../../store/index.ts'

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('an effect of the named version (%s) and the current one (%s) takes place: %s', (named, current, isKept) => {
  const desk = buildDesk()
  for (const [version, has] of [named, current].entries()) {
    const opcionales = { incidentes: has, addAppointment: has, notifyCitizen: has }
    putTemplate(desk, { ...buildPlainTemplate({}, { opcionales }), version: version + 1 })
  }
  const submit = buildPlainSubmit(1, 'una nota', { version: 1 })
  expect(push(desk, submit).status).toBe('applied')
  const answer = desk.documents.get(keys.answer(submit.answer))
  expect(answer?.opcionales).toMatchObject({ incidentes: isKept, addAppointment: isKept, notifyCitizen: isKept })
  expect(answer?.templateVersion).toBe(1)
})
