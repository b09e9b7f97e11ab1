import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { CITIZEN_AUTHOR, permitOf } from '#tests/support/builders/permits.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AUTHOR, buildPlainSubmit, bytesFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { problemOf } from '#tests/support/builders/judged.ts'
import { buildPlainTemplate, NOW } from '#tests/support/builders/template.ts'
import { PUBLIC_AUTHOR } from '../../kernel/author.ts'
import { generateMutationId } from '../../kernel/new-ids.ts'
import { citizenIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { createMutationUnit } from './decide.ts'
import { decideHeldAnswerUnit } from './decide-held.ts'
import { type Mutation, mutationSchema } from '../../sync/mutation.ts'
import type { SubmitMutation } from '../../answering/submission.ts'

const ANA = { nombre: 'Ana', apellido: 'Paz', dni: '30111222' }
let desk: Desk
let seed = 0

beforeEach(() => {
  desk = buildDesk()
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR'))
  once()
})

const once = (options: object = {}) =>
  putTemplate(desk, buildPlainTemplate({}, { opcionales: { singleAnswer: true, ciudadano: true, ...options } }))
const send = (mutation: Mutation) => desk.commit(createMutationUnit(mutation, { author: mutation.author }, NOW))
const submitOf = (citizen: object): SubmitMutation =>
  buildPlainSubmit((seed += 1), 'x', { header: { citizen, signatures: [] } })
const accept = (submit: SubmitMutation) =>
  desk.commit(decideHeldAnswerUnit({ kind: 'accept', answer: submit.answer }, userIdSchema.parse('sofia'), NOW))

function answerAs(citizen: object): [SubmitMutation, string] {
  const submit = submitOf(citizen)
  const result = send(submit)
  return [submit, result.status === 'rejected' ? result.problem.code : result.status]
}

function remove({ answer, template, version }: SubmitMutation): string {
  const envelope = {
    id: generateMutationId(bytesFor(500 + (seed += 1))),
    author: AUTHOR,
    device: DEVICE,
    clock: CLOCK,
    offset: 0,
    files: [],
  }
  return send(mutationSchema.parse({ ...envelope, kind: 'answer.delete', answer, template, version, base: 1 })).status
}

describe('a form that takes one answer of each citizen', () => {
  it('knows a citizen by the number, however it is written', () => {
    answerAs(ANA)
    const writings = [`DNI ${ANA.dni}`, `0${ANA.dni}`, `${ANA.dni}\u200B`, '30.111.222']
    expect(ANA.dni).toBe('30111222')
    expect(writings.map((dni) => answerAs({ ...ANA, dni })[1])).toEqual(['held', 'held', 'held', 'held'])
  })

  it('takes another one when the first was deleted', () => {
    const [first] = answerAs({ ...ANA, id: 'c1' })
    expect(answerAs(ANA)[1]).toBe('held')
    expect(remove(first)).toBe('applied')
    expect([answerAs(ANA)[1], answerAs(ANA)[1], answerAs({ ...ANA, id: 'c1' })[1]]).toEqual(['applied', 'held', 'held'])
  })

  it('takes none while one of two that it was given is left, whichever was deleted', () => {
    for (const which of [0, 1]) {
      const person = { ...ANA, dni: `3011122${which}` }
      const answers = [answerAs(person)[0], answerAs(person)[0]] as const
      expect(accept(answers[1])).toMatchObject({ ok: true })
      expect([remove(answers[which === 0 ? 0 : 1]), answerAs(person)[1]]).toEqual(['applied', 'held'])
      expect([remove(answers[which === 0 ? 1 : 0]), answerAs(person)[1]]).toEqual(['applied', 'applied'])
    }
  })

  it('knows who has an answer left from the time when it took several', () => {
    once({ singleAnswer: false })
    const [[first], [second]] = [answerAs(ANA), answerAs(ANA)]
    once()
    remove(second)
    expect(answerAs(ANA)[1]).toBe('held')
    remove(first)
    expect(answerAs(ANA)[1]).toBe('applied')
  })

  it.each(['ÑÇ-1234', '漢字12', 'çñ1234', '𠮷12'])(
    'tells people apart whose numbers have letters of any alphabet: %s',
    (dni) => {
      expect([
        answerAs({ ...ANA, dni: '1234' })[1],
        answerAs({ ...ANA, dni: '12' })[1],
        answerAs({ ...ANA, dni })[1],
        answerAs({ ...ANA, dni })[1],
      ]).toEqual(['applied', 'applied', 'applied', 'held'])
    },
  )
})

describe('a citizen on an answer', () => {
  it('is refused by the server on a public form, and on one that asks for none', () => {
    once({ publico: true })
    expect(answerAs(ANA)[1]).toBe('answer.citizen-on-public')
    once({ ciudadano: false, publico: true })
    expect(answerAs(ANA)[1]).toBe('answer.citizen-on-public')
    once({ ciudadano: false })
    expect(answerAs(ANA)[1]).toBe('answer.unknown-address')
    once({ ciudadano: false, citizenAssociationFromCitizenPortal: true })
    expect(answerAs(ANA)[1]).toBe('applied')
  })

  it('is not named by who has no account: not by an earlier version of a form that is public today', () => {
    once({ singleAnswer: false, ciudadano: false, citizenAssociationFromCitizenPortal: true })
    putTemplate(desk, buildPlainTemplate({ version: 2 }, { opcionales: { publico: true } }))
    const as = (header: object): string =>
      problemOf(
        send(buildPlainSubmit((seed += 1), 'x', { author: PUBLIC_AUTHOR, header: { ...header, signatures: [] } })),
      )
    expect(as({ citizen: { ...ANA, id: 'c1', _source: 'portal' } })).toBe('answer.citizen-on-public')
    expect(as({ portal: { idRespuestaMG: '7' } })).toBe('answer.citizen-on-public')
    expect(as({})).toBe('applied')
  })

  it('whose permit is not shown yet waits with what they send, and loses nothing', () => {
    const author = CITIZEN_AUTHOR
    once({ ciudadano: false, citizenAssociationFromCitizenPortal: true })
    const submit = buildPlainSubmit((seed += 1), 'x', { author, header: { citizen: ANA, signatures: [] } })
    const later = { status: 'retry', after: 60, problem: { code: 'session.required' }, missing: [] }
    const permits = [permitOf(citizenIdSchema.parse('c1'), submit)]
    const other = buildPlainSubmit((seed += 1), 'x', { author })
    const push = (mutation: Mutation, given = permits) =>
      desk.commit(createMutationUnit(mutation, { author, permits: given }, NOW))
    const { answer, template, version, device, clock, offset } = submit
    const rest = { answer, template, version, device, clock, offset, author, base: 1, files: [] }
    const id = generateMutationId(bytesFor(500 + (seed += 1)))
    const revise = mutationSchema.parse({
      ...rest,
      kind: 'answer.revise',
      id,
      correction: { values: [], conditions: [], rows: [] },
    })
    for (const one of [submit, revise]) expect(push(one, [])).toMatchObject(later)
    expect(push(other)).toMatchObject(later)
    expect(push({ ...submit, author: AUTHOR })).toMatchObject({ problem: { code: 'answer.author-mismatch' } })
    const first = push(submit)
    expect(first.status).toBe('applied')
    expect(push(submit, [])).toEqual(first)
    const deletion = mutationSchema.parse({ ...rest, kind: 'answer.delete', id })
    expect(push(deletion)).toMatchObject({ status: 'rejected' })
  })

  it.each([
    ['nobody', {}],
    ['somebody without a surname', { nombre: 'Ana', dni: '30111222' }],
    ['a name with a bracket', { ...ANA, nombre: 'Ana <b>' }],
    ['a number of thirteen characters', { ...ANA, dni: '1234567890123' }],
    ['a number of dashes only', { ...ANA, dni: '---' }],
    ['an e-mail that is none', { ...ANA, email: 'ana@x' }],
    ['a company without a tax number', { tipo: 'juridica', nombre: 'Panadería', apellido: 'Dummy' }],
    ['somebody of the registry without a number', { id: 'c1', nombre: 'Ana' }],
  ])('is refused by the server, too, when it is %s', (_who, citizen) => {
    expect(answerAs(citizen)[1]).toBe('answer.incomplete')
  })

  it('may be left out where it is not mandatory', () => {
    const without = (): string => {
      const result = send(buildPlainSubmit((seed += 1)))
      return result.status === 'rejected'
        ? `${result.problem.code} ${result.problem.details?.['reason']}`
        : result.status
    }
    expect(without()).toBe('applied')
    once({ ciudadanoRequerido: true })
    expect(without()).toBe('answer.incomplete answer.citizen-required')
  })
})
