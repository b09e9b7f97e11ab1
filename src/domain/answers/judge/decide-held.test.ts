import { municipalityPathSchema } from '../../kernel/paths.ts'
import { there } from '#tests/support/there.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { answerSchema, heldAnswerSchema } from '../index.ts'
import { userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import type { Result } from '../../kernel/result.ts'
import { createMutationUnit } from './decide.ts'
import { decideHeldAnswerUnit, type HeldAction } from './decide-held.ts'
import type { HeldResult } from '../held-api.ts'
import { keys } from '../../store/index.ts'
import type { SubmitMutation } from '../../answering/submission.ts'
import type { PushResult } from '../../sync/protocol.ts'

const LATER = instantSchema.parse('2026-11-22T09:00:00.000Z')
const header = { citizen: { nombre: 'Ana', apellido: 'Paz', dni: '30.111.222' }, signatures: [] }
const second = buildPlainSubmit(2, 'one too many', { header })
let desk: Desk

// A form with a limit of one answer, which it has: the second one is held.
beforeEach(() => {
  desk = buildDesk()
  putTemplate(
    desk,
    buildPlainTemplate(
      {},
      { opcionales: { limitResponses: true, pdfDownloadCode: true, ciudadano: true }, responsesCount: 1 },
    ),
  )
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR'))
  putUser(desk, buildUser('tomas', 'ROLE_SUPERVISOR_CORRECTOR'))
  push(buildPlainSubmit(1))
  expect(push(second).status).toBe('held')
})

const push = (submit: SubmitMutation): PushResult =>
  desk.commit(createMutationUnit(submit, { author: submit.author }, NOW))
const decide = (wish: HeldAction, by = 'sofia', at = LATER): Result<HeldResult> =>
  desk.commit(decideHeldAnswerUnit(wish, userIdSchema.parse(by), at))
const accept: HeldAction = { kind: 'accept', answer: second.answer }
const discard = (reason = 'twice the same shop'): HeldAction => ({ kind: 'discard', answer: second.answer, reason })
const outcomeOf = (result: Result<HeldResult>) => (result.ok ? result.value.outcome : result.problem.code)
const stored = () => desk.documents.get(keys.answer(second.answer))
const held = () => there(desk.documents.get(keys.held(second.answer)))
const lastNumber = () =>
  there(desk.documents.get(keys.municipality(municipalityPathSchema.parse(MUNICIPALITY)))).lastKeyNumber

describe('an accepted answer', () => {
  it('has a municipality that gives it a code: where that is gone, it is refused and waits on', () => {
    const key = keys.municipality(municipalityPathSchema.parse(MUNICIPALITY))
    const municipality = there(desk.documents.get(key))
    desk.remove(key)
    expect(outcomeOf(decide(accept))).toBe('municipality.blocked')
    expect([stored(), held().outcome.kind]).toEqual([undefined, 'waiting'])
    desk.put(key, municipality)
    expect(outcomeOf(decide(accept))).toMatchObject({ kind: 'accepted' })
  })

  it('is stored as it arrived, as version 1, with the next code, and counts', () => {
    const before = held().answer
    expect(decide(accept)).toMatchObject({
      ok: true,
      value: {
        answer: second.answer,
        mutation: second.id,
        reason: { code: 'answer.limit-reached' },
        outcome: { kind: 'accepted', code: 'VIS2', at: LATER },
      },
    })
    expect(stored()).toEqual({
      ...before,
      codigoMunicipio: 'VIS2',
      pdfDownloadCode: `${second.answer.slice(0, 3)}VIS2`,
      lastUpdate: LATER,
    })
    expect(stored()).toMatchObject({ version: 1, authorId: second.author, receivedAt: NOW })
    expect(answerSchema.safeParse(stored()).success).toBe(true)
    expect(lastNumber()).toBe(2)
    expect(desk.documents.get(keys.templateCounter(second.template))).toEqual({ count: 2 })
    expect(desk.documents.get(keys.citizenCounter(second.template, 'dni~30111222'))).toEqual({ count: 1 })
  })

  it('leaves who decided and when, and its receipt as the device has it', () => {
    decide(accept)
    expect(held().outcome).toEqual({
      kind: 'accepted',
      code: 'VIS2',
      by: { email: 'sofia@relevo.example', username: 'sofia', name: 'Inés Quiroga' },
      at: LATER,
    })
    expect(heldAnswerSchema.safeParse(held()).success).toBe(true)
    expect(push(second)).toMatchObject({ status: 'held', reason: { code: 'answer.limit-reached' } })
    expect(push({ ...second, id: buildPlainSubmit(77).id })).toMatchObject({
      status: 'rejected',
      problem: { code: 'answer.exists-with-other-content' },
    })
  })

  it('takes one code, no matter who accepts it how often', () => {
    const first = decide(accept)
    for (const by of ['sofia', 'tomas', 'sofia']) expect(decide(accept, by, NOW)).toEqual(first)
    expect(lastNumber()).toBe(2)
    expect(desk.documents.get(keys.templateCounter(second.template))).toEqual({ count: 2 })
  })

  it('can no longer be discarded', () => {
    decide(accept)
    expect(outcomeOf(decide(discard(), 'tomas'))).toBe('held.already-decided')
    expect(held().outcome.kind).toBe('accepted')
  })

  it('is one more of its citizen', () => {
    const key = keys.citizenCounter(second.template, 'dni~30111222')
    desk.put(key, { count: 1 })
    decide(accept)
    expect(desk.documents.get(key)).toEqual({ count: 2 })
  })

  it('does not depend on its form being there still', () => {
    desk.remove(keys.template(second.template))
    expect(outcomeOf(decide(accept))).toMatchObject({ kind: 'accepted', code: 'VIS2' })
  })
})

it('is not accepted over an answer that is under its id', () => {
  const standing = { ...(desk.documents.get(keys.answer(buildPlainSubmit(1).answer)) as object), id: second.answer }
  desk.put(keys.answer(second.answer), standing)
  expect(decide({ kind: 'accept', answer: second.answer })).toMatchObject({
    ok: false,
    problem: { code: 'answer.exists-with-other-content' },
  })
  expect(desk.documents.get(keys.answer(second.answer))).toBe(standing)
})

describe('a discarded answer', () => {
  it('is kept with the reason, takes no code, and is no answer', () => {
    expect(outcomeOf(decide(discard()))).toEqual({
      kind: 'discarded',
      reason: 'twice the same shop',
      by: { email: 'sofia@relevo.example', username: 'sofia', name: 'Inés Quiroga' },
      at: LATER,
    })
    expect([stored(), lastNumber()]).toEqual([undefined, 1])
    expect(held().answer.secciones[0]?.preguntas[0]?.respuesta).toBe('one too many')
    expect(heldAnswerSchema.safeParse(held()).success).toBe(true)
  })

  it('keeps the first reason, and can no longer be accepted', () => {
    const first = decide(discard())
    expect(decide(discard('another'), 'tomas', NOW)).toEqual(first)
    expect(outcomeOf(decide(accept, 'tomas'))).toBe('held.already-decided')
    expect(stored()).toBeUndefined()
  })
})

describe('who may decide', () => {
  it.each([
    ['a role that corrects nothing', () => putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR'))],
    ['the author, without that right', () => putUser(desk, buildUser('sofia', 'ROLE_INSPECTOR'))],
    ['staff of another area', () => putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR', [OTHER_AREA]))],
    [
      'the supervisor of another municipality',
      () => putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA])),
    ],
    ['somebody who sees only their own answers', () => putUser(desk, buildUser('sofia', 'ROLE_CENSISTA_PRIVADO'))],
    ['an account that is gone', () => desk.remove(keys.user(userIdSchema.parse('sofia')))],
  ])('is not %s', (_who, withdraw) => {
    withdraw()
    expect([outcomeOf(decide(accept)), outcomeOf(decide(discard()))]).toEqual(['answer.missing', 'answer.missing'])
    expect([held().outcome, stored()]).toEqual([{ kind: 'waiting' }, undefined])
  })

  it('is not the author of a role that looks after its own work only, though it may correct that', () => {
    putUser(desk, buildUser(second.author, 'ROLE_CENSISTA_PRIVADO'))
    expect(outcomeOf(decide(accept, second.author))).toBe('answer.missing')
  })
})

it('discarding frees the record of the portal for the answer that comes in its place', () => {
  const held = there(desk.documents.get(keys.held(second.answer)))
  const key = keys.portalRecord(held.municipality, 'r1')
  desk.put(keys.held(held.id), { ...held, answer: { ...held.answer, portalCiudadanoData: { idRespuestaMG: 'r1' } } })
  desk.put(key, { record: 'r1', answer: held.id })
  expect(decide({ kind: 'discard', answer: held.id, reason: 'twice' }).ok).toBe(true)
  expect(desk.documents.get(key)).toBeUndefined()
})
