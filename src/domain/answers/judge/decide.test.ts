import { getMunicipality } from '../../kernel/path-parts.ts'
import { there } from '#tests/support/there.ts'
import { describe, expect, it } from 'vitest'
import { buildDesk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AUTHOR, buildDeletion, buildPlainSubmit, buildSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { authorSchema, PUBLIC_AUTHOR } from '../../kernel/author.ts'
import { keys } from '../../store/index.ts'
import type { SubmitMutation } from '../../answering/submission.ts'
import { push, lastNumber, problemOf } from '#tests/support/builders/judged.ts'

function withValue(submit: SubmitMutation, address: string): SubmitMutation {
  return {
    ...submit,
    content: { ...submit.content, values: { ...submit.content.values, [address]: { respuesta: 'x' } } },
  }
}

describe('an accepted answer', () => {
  it('takes the next code in the same decision that stores it, with a receipt of every file', () => {
    const desk = buildDesk()
    const submit = buildSubmit()
    expect(push(desk, submit)).toMatchObject({
      status: 'applied',
      code: 'VIS1',
      version: 1,
      receipt: submit.files.map(({ sha256, bytes }) => ({ sha256, bytes })),
    })
    expect(desk.documents.get(keys.answer(submit.answer))).toMatchObject({
      codigoMunicipio: 'VIS1',
      authorId: AUTHOR,
      templateVersion: 1,
    })
    expect(lastNumber(desk)).toBe(1)
    expect(desk.documents.get(keys.templateCounter(submit.template))).toEqual({ count: 1 })
  })

  it('gives a hundred answers a hundred codes without a gap', () => {
    const desk = buildDesk()
    const codes = Array.from({ length: 100 }, (_, seed) => push(desk, buildPlainSubmit(seed))).map((result) =>
      result.status === 'applied' ? result.code : result.status,
    )
    expect(codes).toEqual(Array.from({ length: 100 }, (_, index) => `VIS${index + 1}`))
  })
})

it('an answer of a municipality whose management system runs in the other cloud says so, also while it is held', () => {
  const desk = buildDesk()
  const [first, second] = [buildPlainSubmit(1), buildPlainSubmit(2)]
  desk.put(MUNICIPALITY, buildMunicipality({ usarAWS: true }))
  push(desk, first)
  desk.put(MUNICIPALITY, buildMunicipality({ usarAWS: true, inhabilitado: true }))
  push(desk, second)
  expect(there(desk.documents.get(keys.answer(first.answer))).muniCore).toEqual({ usarAWS: true })
  expect(there(desk.documents.get(keys.held(second.answer))).answer.muniCore).toEqual({ usarAWS: true })
})

describe('a repeated mutation', () => {
  it('gets the first result again and changes nothing, however often', () => {
    const desk = buildDesk()
    const submit = buildSubmit()
    const first = push(desk, submit)
    const before = new Map(desk.documents)
    for (let time = 0; time < 5; time++) expect(push(desk, submit)).toEqual(first)
    expect(new Map(desk.documents)).toEqual(before)
  })

  it('gets the first result even after the form was deleted and the right withdrawn', () => {
    const desk = buildDesk()
    const submit = buildSubmit()
    const first = push(desk, submit)
    desk.remove(keys.template(submit.template))
    putUser(desk, buildUser(AUTHOR, 'ROLE_GENERADOR', [FOREIGN_AREA]))
    expect(push(desk, submit)).toEqual(first)
  })

  it('tells nothing to another account that replays it', () => {
    const desk = buildDesk()
    putUser(desk, buildUser('mallory'))
    const submit = buildSubmit()
    push(desk, submit)
    expect(problemOf(push(desk, submit, authorSchema.parse('mallory')))).toBe('answer.author-mismatch')
  })
})

describe('a mutation that cannot be honest', () => {
  it.each([
    ['another author than the session', buildSubmit(), 'mallory', 'answer.author-mismatch'],
    ['a version that was never saved', { ...buildSubmit(), version: 2 }, AUTHOR, 'template.version-unknown'],
    ['a question that was never asked', withValue(buildSubmit(), '0/55'), AUTHOR, 'answer.unknown-address'],
  ])('is rejected for %s, and nothing is written', (_what, submit, author, code) => {
    const desk = buildDesk()
    const before = new Map(desk.documents)
    expect(problemOf(push(desk, submit, authorSchema.parse(author)))).toBe(code)
    expect(new Map(desk.documents)).toEqual(before)
  })

  it('cannot replace an answer that exists by sending its id again', () => {
    const desk = buildDesk()
    const first = buildPlainSubmit(1, 'first')
    push(desk, first)
    const second = { ...buildPlainSubmit(2, 'second'), answer: first.answer }
    expect(problemOf(push(desk, second))).toBe('answer.exists-with-other-content')
    expect(there(desk.documents.get(keys.answer(first.answer))).secciones[0]?.preguntas[0]?.respuesta).toBe('first')
  })

  it('cannot take the id of an answer of someone else that can still be brought back; its author has a second copy of the draft', () => {
    const desk = buildDesk()
    putUser(desk, buildUser('pablo'))
    const first = buildPlainSubmit(1, 'first')
    push(desk, first)
    expect(push(desk, buildDeletion(first))).toMatchObject({ status: 'applied' })
    const before = new Map(desk.documents)
    const [pablo, copy] = [{ author: authorSchema.parse('pablo'), answer: first.answer }, { answer: first.answer }]
    expect(problemOf(push(desk, buildPlainSubmit(2, 'second', pablo), pablo.author))).toBe(
      'answer.exists-with-other-content',
    )
    expect(new Map(desk.documents)).toEqual(before)
    expect(push(desk, buildPlainSubmit(3, 'copy', copy))).toMatchObject({ status: 'applied' })
  })

  it('cannot replace one that is held, nor get its result for another answer by its own id', () => {
    const desk = buildDesk()
    const first = buildPlainSubmit(1, 'first')
    desk.put(MUNICIPALITY, buildMunicipality({ inhabilitado: true }))
    expect(push(desk, first)).toMatchObject({ status: 'held' })
    const before = there(desk.documents.get(keys.held(first.answer)))
    expect(problemOf(push(desk, { ...buildPlainSubmit(2, 'second'), answer: first.answer }))).toBe(
      'answer.exists-with-other-content',
    )
    expect(desk.documents.get(keys.held(first.answer))).toBe(before)
    const other = { ...first, answer: buildPlainSubmit(3).answer }
    expect(push(desk, other)).toMatchObject({ status: 'rejected', problem: { code: 'answer.author-mismatch' } })
    expect(desk.documents.get(keys.held(other.answer))).toBeUndefined()
  })

  it('from staff of another municipality does not reach the holding area', () => {
    const desk = buildDesk()
    putUser(desk, buildUser('foreigner', 'ROLE_INSPECTOR', [FOREIGN_AREA]))
    const submit = buildPlainSubmit(1, 'x', { author: 'foreigner' })
    expect(problemOf(push(desk, submit))).toBe('access.forbidden')
    expect(desk.documents.get(keys.held(submit.answer))).toBeUndefined()
  })

  it('to a form that has become internal since is held for those whose version let them answer, and for no one whose did not', () => {
    const desk = buildDesk()
    putTemplate(desk, buildPlainTemplate({}, { opcionales: { publico: true } }))
    putTemplate(desk, buildPlainTemplate({ version: 2 }))
    const author = authorSchema.parse('public')
    expect(push(desk, buildPlainSubmit(1, 'x', { author }), author)).toMatchObject({
      status: 'held',
      reason: { code: 'access.forbidden' },
    })
    expect(problemOf(push(desk, { ...buildPlainSubmit(2, 'x', { author }), version: 2 }, author))).toBe(
      'access.forbidden',
    )
  })

  it('from someone who was moved to another municipality is held for the one that they captured it for', () => {
    const desk = buildDesk()
    const submit = buildPlainSubmit(1)
    const here = keys.device(submit.device, submit.author)
    putUser(desk, buildUser(AUTHOR, 'ROLE_INSPECTOR', [FOREIGN_AREA]))
    expect(problemOf(push(desk, submit)), 'nothing shows that they ever worked here').toBe('access.forbidden')
    desk.put(here, { municipalityPath: MUNICIPALITY })
    expect(push(desk, submit)).toMatchObject({ status: 'held', reason: { code: 'access.forbidden' } })
    expect(desk.documents.get(keys.held(submit.answer))).toMatchObject({
      municipality: MUNICIPALITY,
      outcome: { kind: 'waiting' },
    })
    expect(lastNumber(desk)).toBe(0)
    desk.put(here, {
      municipalityPath: getMunicipality(FOREIGN_AREA),
      served: [getMunicipality(FOREIGN_AREA), MUNICIPALITY],
    })
    expect(push(desk, buildPlainSubmit(2))).toMatchObject({ status: 'held' })
  })

  it('from someone whose account is gone is held where they worked, with their name, and reaches nothing elsewhere', () => {
    const desk = buildDesk()
    const submit = buildPlainSubmit(1)
    const here = keys.device(submit.device, submit.author)
    desk.remove(keys.user(AUTHOR))
    expect(problemOf(push(desk, submit)), 'nothing shows that they ever worked here').toBe('access.forbidden')
    const line = { userId: AUTHOR, email: 'ines@relevo.example', name: 'Inés Quiroga' }
    desk.put(here, { ...line, municipalityPath: getMunicipality(FOREIGN_AREA) })
    expect(push(desk, submit)).toMatchObject({ status: 'rejected' })
    desk.put(here, { ...line, municipalityPath: MUNICIPALITY })
    expect(push(desk, submit)).toMatchObject({ status: 'held', reason: { code: 'access.forbidden' } })
    expect(desk.documents.get(keys.held(submit.answer))).toMatchObject({
      answer: { authorId: AUTHOR, creadoPor: 'ines@relevo.example', firstName: 'Inés Quiroga' },
    })
    expect(lastNumber(desk)).toBe(0)
  })

  it('is not helped by what another account did on the same device', () => {
    const desk = buildDesk()
    putUser(desk, buildUser('foreigner', 'ROLE_INSPECTOR', [FOREIGN_AREA]))
    const submit = buildPlainSubmit(1, 'x', { author: 'foreigner' })
    desk.put(keys.device(submit.device, AUTHOR), { municipalityPath: MUNICIPALITY })
    expect(problemOf(push(desk, submit))).toBe('access.forbidden')
  })

  it('from the public is refused on an internal form', () => {
    expect(problemOf(push(buildDesk(), buildPlainSubmit(1, 'x', { author: PUBLIC_AUTHOR })))).toBe('access.forbidden')
  })
})
