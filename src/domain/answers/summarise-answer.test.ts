import { describe, expect, it } from 'vitest'
import { answerAt } from '#tests/support/builders/reviewing.ts'
import { composeAnswer, type SubmitMutation } from '../answering/index.ts'
import { signatureConfigSchema } from '../templates/index.ts'
import { buildSubmit, SIGNATURE, toVersion } from '#tests/support/builders/submit.ts'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { summariseOlderAnswer } from './summaries.ts'
import { sentOlderAnswerSchema } from './answers-api.ts'
import { summariseAnswer } from './summarise-answer.ts'

type Given = { values: object; conditions?: object; rows?: object; signatures?: object[] }

const { datosCiudadano: _, ...ofNobody } = answerAt('area', 'own', 1)

describe('the summary of an answer', () => {
  it('says what it is about where that is not its recipient, whom it names already', () => {
    expect(summariseAnswer(ofNobody)).toMatchObject({ destinatario: '', nombre: 'San Juan 450' })
    const about = summariseAnswer(answerAt('area', 'own', 1))
    expect([about.destinatario, about.nombre]).toEqual(['Ana Paz', undefined])
    const { datosCiudadano, ...rest } = answerAt('area', 'own', 1)
    const spaced = datosCiudadano && { ...datosCiudadano, nombre: 'Ana  Rosa' }
    expect(summariseAnswer({ ...rest, ...(spaced && { datosCiudadano: spaced }) }).nombre).toBeUndefined()
  })

  it('is read without a name, as a device makes it, and with the one that the server has given', () => {
    const nameless = summariseOlderAnswer(ofNobody)
    expect(nameless).not.toHaveProperty('nombre')
    expect(sentOlderAnswerSchema.parse(nameless)).toEqual(nameless)
    expect(sentOlderAnswerSchema.parse({ ...nameless, nombre: 'San Juan 450' })).toMatchObject({
      nombre: 'San Juan 450',
    })
  })
})

describe('whether the summary says that an answer is complete', () => {
  const name = question(0, { requerida: true })
  const details = [
    condition(0, [question(0, { requerida: true }), question(1)]),
    condition(1, [question(0, { requerida: true })]),
  ]
  const signature = signatureConfigSchema.parse({ title: 'Inspector', indexSignature: 0, tipeOfSignatory: 'intern' })
  const asksName = templateOf([section(0, [name, question(1)])])
  const asksDetails = templateOf([
    section(0, [name]),
    section(1, [], { conditionalSection: true, conditionalQuestion: 'Shop?', conditions: details }),
  ])
  const repeated = templateOf([section(0, [name, question(1)], { repetible: true })])
  const isSigned = templateOf([section(0, [name])], {
    opcionales: { ...asksName.opcionales, digitalSignature: true },
    signatures: [signature],
  })
  const byCitizen = { ...isSigned, signatures: [{ ...signature, tipeOfSignatory: 'citizen' as const }] }
  const signed = [
    { indexSignature: 0, title: 'Responsable', firstName: 'Ana', lastName: 'Paz', image: SIGNATURE.sha256 },
  ]
  const row = ['0123456789']
  const text = { respuesta: 'x' }

  it.each([
    ['every question answered', asksName, { values: { '0/0': text, '0/1': text } }, true],
    ['an optional question without an answer', asksName, { values: { '0/0': text } }, undefined],
    [
      'blanks only in an optional question',
      asksName,
      { values: { '0/0': text, '0/1': { respuesta: ' ' } } },
      undefined,
    ],
    ['required questions under conditions that are not checked', asksDetails, { values: { '0/0': text } }, true],
    [
      'an unanswered question under a checked condition',
      asksDetails,
      { values: { '0/0': text, '1/c0/0': text }, conditions: { 1: [0] } },
      undefined,
    ],
    [
      'an unanswered question in a further row',
      repeated,
      { values: { '0/0': text, '0/1': text }, rows: { 0: row } },
      undefined,
    ],
    ['an optional signature of the staff left open', isSigned, { values: { '0/0': text } }, undefined],
    ['every signature given', isSigned, { values: { '0/0': text }, signatures: signed }, true],
    ['a signature of the citizen left open', byCitizen, { values: { '0/0': text } }, true],
  ])('%s', (_case, template, { signatures = [], ...given }: Given, expected) => {
    const content = { conditions: {}, rows: {}, ...given }
    const submit = { ...toVersion(buildSubmit(1), template), content, header: { signatures } } as SubmitMutation
    const answer = composeAnswer(template, submit, { code: 'VIS1', now: NOW, author: null })
    expect(summariseAnswer(answer).complete).toBe(expected)
  })
})
