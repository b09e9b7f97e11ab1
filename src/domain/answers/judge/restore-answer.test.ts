import { beforeEach, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../users/index.ts'
import type { Answer } from '../index.ts'
import { buildDesk, putTemplate, putUser, type Desk } from '#tests/support/builders/desk.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildDeletion, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import {
  AREA,
  buildPlainTemplate,
  FOREIGN_AREA,
  MUNICIPALITY,
  NOW,
  OTHER_AREA,
} from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { userIdSchema } from '../../kernel/ids.ts'
import { municipalityPathSchema, toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import type { Mutation } from '../../sync/mutation.ts'
import { createMutationUnit } from './decide.ts'
import { restoreAnswerUnit } from './restore-answer.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const CITIZEN = { nombre: 'Ana', apellido: 'Paz', dni: '30111222' }
let desk: Desk

const later = (milliseconds: number): Instant => toInstant(toMilliseconds(NOW) + milliseconds)
const push = (mutation: Mutation, now = NOW) =>
  desk.commit(createMutationUnit(mutation, { author: mutation.author }, now)).status
const submitOf = (seed = 1) => buildPlainSubmit(seed, 'una nota', { header: { citizen: CITIZEN, signatures: [] } })
const restore = (id: Answer['id'], by = 'ada', now = later(DAY)) => {
  const restored = desk.commit(restoreAnswerUnit(id, userIdSchema.parse(by), now))
  return restored.ok ? 'restored' : restored.problem.code
}
const formWith = (opcionales: object, change: object = {}) =>
  putTemplate(desk, buildPlainTemplate({}, { opcionales: { ciudadano: true, ...opcionales }, ...change }))
const form = () => there(desk.documents.get(keys.template(submitOf().template)))
const countOf = () => desk.documents.get(keys.templateCounter(submitOf().template))?.count

beforeEach(() => {
  desk = buildDesk()
  putUser(desk, buildUser('ada', 'ROLE_ADMIN', [FOREIGN_AREA]))
  formWith({})
})

function deleted(seed = 1): Answer {
  const submit = submitOf(seed)
  expect(push(submit)).toBe('applied')
  const stored = there(desk.documents.get(keys.answer(submit.answer)))
  expect(push(buildDeletion(submit))).toBe('applied')
  return stored
}

describe('an answer that was deleted', () => {
  it('is written down: who, when, which, and until when it can be brought back', () => {
    const { id } = deleted()
    expect(desk.documents.get(keys.answer(id))).toBeUndefined()
    expect(desk.documents.get(keys.deletedAnswer(id))).toMatchObject({
      id,
      titulo: 'Nota',
      codigoMunicipio: 'VIS1',
      areas: [AREA],
      version: 1,
      at: NOW,
      until: later(30 * DAY),
      by: { username: 'ines', email: 'ines@relevo.example', name: 'Inés Quiroga' },
    })
  })

  it.each([
    [90, later(90 * DAY)],
    [null, undefined],
  ])('is kept as its municipality wants it: %s days', (deletedAnswersDays, until) => {
    desk.put(buildMunicipality().path, { ...buildMunicipality(), settings: { deletedAnswersDays } })
    const { id } = deleted()
    expect(desk.documents.get(keys.deletedAnswer(id))?.until).toBe(until)
    expect(restore(id, 'ada', later(89 * DAY))).toBe('restored')
  })

  it('comes back as it was, two versions on, and tells of both', () => {
    const before = deleted()
    expect([countOf(), restore(before.id), countOf()]).toEqual([0, 'restored', 1])
    const { version, lastUpdate, changedBy, ...rest } = there(desk.documents.get(keys.answer(before.id)))
    const { version: _, lastUpdate: __, ...was } = before
    expect(rest).toEqual(was)
    expect([version, lastUpdate]).toEqual([3, later(DAY)])
    expect(changedBy).toEqual({
      kind: 'answer.restore',
      by: { email: 'ada@relevo.example', username: 'ada', name: 'Inés Quiroga' },
    })
    expect(desk.documents.get(keys.answerVersion(before.id, 1))).toEqual(before)
    expect(desk.documents.get(keys.answerVersion(before.id, 2))).toMatchObject({
      version: 2,
      lastUpdate: NOW,
      changedBy: { kind: 'answer.delete', by: { username: 'ines' } },
    })
    expect(desk.documents.get(keys.deletedAnswer(before.id))).toBeUndefined()
  })

  it('can be deleted again, and restored again', () => {
    const { id } = deleted()
    expect(restore(id)).toBe('restored')
    expect(push(buildDeletion(submitOf(), { base: 1 }))).toBe('applied')
    expect(desk.documents.get(keys.answer(id))?.version).toBe(3)
    const again = buildDeletion(submitOf(2), { answer: id, base: 3 })
    expect([push(again, later(DAY)), restore(id), desk.documents.get(keys.answer(id))?.version]).toEqual([
      'applied',
      'restored',
      5,
    ])
  })

  it('brings along what was open about its citizen', () => {
    const submit = submitOf()
    push(submit)
    const open = { answer: submit.answer, at: NOW }
    desk.put(keys.unsettled(submit.answer), open)
    push(buildDeletion(submit))
    expect(desk.documents.get(keys.unsettled(submit.answer))).toBeUndefined()
    expect(restore(submit.answer)).toBe('restored')
    expect(desk.documents.get(keys.unsettled(submit.answer))).toEqual(open)
  })

  it.each([
    ['29 days and 23 hours', 29 * DAY + 23 * HOUR, 'restored'],
    ['30 days but a millisecond', 30 * DAY - 1, 'restored'],
    ['30 days', 30 * DAY, 'answer.too-late'],
    ['a year', 365 * DAY, 'answer.too-late'],
  ])('after %s', (_, time, expected) => {
    const { id } = deleted()
    expect(restore(id, 'ada', later(time))).toBe(expected)
  })

  it('is brought back once', () => {
    const { id } = deleted()
    expect([restore(id), restore(id), countOf()]).toEqual(['restored', 'answer.not-deleted', 1])
  })

  it('of which no one has heard is not there', () => {
    expect(restore(submitOf(9).answer)).toBe('answer.missing')
  })
})

describe('what stands in its way', () => {
  it.each<[string, () => void]>([
    ['template.deleted', () => desk.put(keys.template(form().id), { ...form(), deleted: true })],
    ['template.deleted', () => desk.remove(keys.template(submitOf().template))],
    [
      'answer.limit-reached',
      () => {
        formWith({ limitResponses: true }, { responsesCount: 1 })
        push(buildPlainSubmit(7))
      },
    ],
    [
      'answer.already-answered',
      () => {
        push(submitOf(7))
        formWith({ singleAnswer: true })
      },
    ],
    ['restored', () => formWith({ singleAnswer: true, limitResponses: true }, { responsesCount: 1 })],
  ])('%s', (expected, happens) => {
    const { id } = deleted()
    happens()
    const before = desk.documents.get(keys.deletedAnswer(id))
    expect(restore(id)).toBe(expected)
    if (expected !== 'restored') expect(desk.documents.get(keys.deletedAnswer(id))).toEqual(before)
  })
})

describe('who may bring it back', () => {
  // Written by hand: administrators of everything, or of the answer's municipality. Its author and the user who deleted
  // it do not matter.
  const reach = (role: Role, place: string): boolean =>
    role === 'ROLE_ADMIN' || (role === 'ROLE_SUPERVISOR_ELEVADO' && place !== 'another municipality')

  it.each(ROLES.flatMap((role) => [AREA, OTHER_AREA, FOREIGN_AREA].map((area) => [role, area] as const)))(
    '%s of %s',
    (role, area) => {
      const { id } = deleted()
      putUser(desk, { ...buildUser('ines', role, [area]), roles: [role] })
      putUser(desk, buildUser('zoe', role, [area]))
      const place = area === FOREIGN_AREA ? 'another municipality' : 'the municipality'
      const expected = reach(role, place) ? 'restored' : 'answer.missing'
      expect(restore(id, 'zoe')).toBe(expected)
      if (expected !== 'restored') expect(restore(id, 'ines')).toBe(expected)
    },
  )

  it('not someone who was switched off', () => {
    const { id } = deleted()
    putUser(desk, { ...buildUser('ada', 'ROLE_ADMIN', [AREA]), deactivatedAt: NOW })
    expect(restore(id)).toBe('answer.missing')
  })
})

describe('the record of the portal', () => {
  const record = (id: Answer['id']) => there(desk.documents.get(keys.answer(id))).portalCiudadanoData
  const key = keys.portalRecord(municipalityPathSchema.parse(MUNICIPALITY), 'r1')
  /** Withdrawn by its citizen, so the record is free. */
  function withdrawn(): Answer {
    const answer = { ...deleted(), portalCiudadanoData: { idRespuestaMG: 'r1' } }
    desk.put(keys.answerVersion(answer.id, answer.version), answer)
    return answer
  }

  it('is that of an answer again that comes back', () => {
    const { id } = withdrawn()
    expect(restore(id)).toBe('restored')
    expect(record(id)).toEqual({ idRespuestaMG: 'r1' })
    expect(desk.documents.get(key)).toEqual({ record: 'r1', answer: id })
  })

  it('stays with the answer that came in its place', () => {
    const { id } = withdrawn()
    const other = { record: 'r1', answer: submitOf(2).answer }
    desk.put(key, other)
    expect(restore(id)).toBe('restored')
    expect(record(id)).toEqual({})
    expect(desk.documents.get(key)).toEqual(other)
  })
})
