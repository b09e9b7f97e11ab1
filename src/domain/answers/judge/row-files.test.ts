import { beforeEach, expect, it } from 'vitest'
import { buildDesk, putFile, putTemplate, putUser, type Desk } from '#tests/support/builders/desk.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AUTHOR, buildPlainSubmit, bytesFor, claimFor, CLOCK, DEVICE, PHOTO } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { decomposeAnswer } from '../../answering/index.ts'
import { acceptProposedChange, toConflictResolution } from '../../corrections/index.ts'
import type { Answer } from '../index.ts'
import { authorSchema, generateMutationId } from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import { mutationSchema, type AnswerChange } from '../../sync/index.ts'

/** A row besides the main one, with a name, a photo and an age. */
const ROW = 'K7Q2M4T8XA'
const QUESTIONS = [question(0), question(1, { adjuntar: true }), question(2)]
const FORM = templateOf([section(0, [question(0)]), section(1, QUESTIONS, { repetible: true })])
const says = (respuesta: string) => ({ respuesta })
const BETO = { 0: says('Beto'), 1: { imagen: PHOTO.sha256 } }
const NEW_PHOTO = claimFor('a better photo')
const submit = mutationSchema.parse({
  ...buildPlainSubmit(1, 'x'),
  template: FORM.id,
  version: FORM.version,
  files: [PHOTO],
  content: {
    values: { '1/0': says('Ana'), [`1/r${ROW}/0`]: BETO[0], [`1/r${ROW}/1`]: BETO[1] },
    conditions: {},
    rows: { 1: [ROW] },
  },
})

let desk: Desk
let lastId = 500
beforeEach(() => {
  desk = buildDesk()
  putTemplate(desk, FORM)
  for (const name of ['sofia', 'tomas']) putUser(desk, buildUser(name, 'ROLE_SUPERVISOR_ELEVADO'))
  putFile(desk, AUTHOR, PHOTO)
  putFile(desk, authorSchema.parse('tomas'), NEW_PHOTO)
  expect(push(desk, submit).status).toBe('applied')
})

const stored = (): Answer => there(desk.documents.get(keys.answer(submit.answer)))
const files = () => stored().files.map(({ sha256 }) => sha256)
const CORRECT = { kind: 'answer.correct', resolves: [] }
function send(author: string, correction: object, more: object = CORRECT) {
  const raw = {
    id: generateMutationId(bytesFor(++lastId)),
    author,
    device: DEVICE,
    clock: CLOCK,
    offset: 0,
    answer: stored().id,
    template: FORM.id,
    version: FORM.version,
    base: 1,
    rowIds: true,
    files: [],
    correction: { values: [], conditions: [], rows: [], ...correction },
    ...more,
  }
  return push(desk, mutationSchema.parse(raw) as AnswerChange)
}
const REMOVAL = { rows: [{ section: 1, row: ROW, seen: BETO }] }

it('the photo of a removed row stays until staff decide about what was written there, and comes back with the row', () => {
  expect(send('sofia', REMOVAL).status).toBe('applied')
  const age = { values: [{ at: `1/r${ROW}/2`, seen: null, value: says('31') }] }
  expect(send('tomas', age)).toMatchObject({ status: 'merged', conflicts: 1 })
  expect(files()).toContain(PHOTO.sha256)
  const [conflict] = stored().conflicts
  if (conflict?.kind !== 'row') throw new Error('There is a conflict about a row')
  const correction = acceptProposedChange(decomposeAnswer(stored()), stored(), conflict)
  const decision = { ...CORRECT, base: stored().version, resolves: [toConflictResolution(conflict)] }
  expect(send('sofia', correction, decision).status).toBe('applied')
  expect(decomposeAnswer(stored()).values).toMatchObject({
    [`1/r${ROW}/1`]: { imagen: PHOTO.sha256 },
    [`1/r${ROW}/2`]: says('31'),
  })
})

it.each([
  ['correction', CORRECT],
  ['completion', { kind: 'answer.edit', signatures: [] }],
])('a photo that a %s adds to a removed row is kept with the conflict, and is in no other row', (_, kind) => {
  expect(send('sofia', REMOVAL).status).toBe('applied')
  const values = [{ at: `1/r${ROW}/1`, seen: BETO[1], value: { imagen: NEW_PHOTO.sha256 } }]
  expect(send('tomas', { values }, { ...kind, files: [NEW_PHOTO] })).toMatchObject({ status: 'merged', conflicts: 1 })
  expect(stored().conflicts).toMatchObject([
    {
      kind: 'row',
      section: 1,
      row: ROW,
      current: null,
      proposed: { 0: says('Beto'), 1: { imagen: NEW_PHOTO.sha256 } },
    },
  ])
  expect(files()).toContain(NEW_PHOTO.sha256)
  expect(JSON.stringify(stored().secciones)).not.toContain(NEW_PHOTO.sha256)
})
