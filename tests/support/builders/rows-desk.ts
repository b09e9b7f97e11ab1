import { expect } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import { generateMutationId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { type AnswerChange, mutationSchema, convertToRowLists } from '#domain/sync/index.ts'
import { there } from '../there.ts'
import { buildDesk, putTemplate, putUser } from './desk.ts'
import { question, section, templateOf } from './form-parts.ts'
import { push } from './judged.ts'
import { buildUser } from './people.ts'
import { buildPlainSubmit, bytesFor, CLOCK, DEVICE } from './submit.ts'

const FORM = templateOf([section(0, [question(0)]), section(1, [question(0), question(1)], { repetible: true })])

export function says(respuesta: string) {
  return { respuesta }
}

/** Ana in the main row, Beto and Ceci after her, in the format of an app from before row ids. */
const submit = convertToRowLists('mutation', {
  ...buildPlainSubmit(1, 'x'),
  template: FORM.id,
  version: FORM.version,
  content: {
    values: { '1/0': says('Ana'), '1/r0/0': says('Beto'), '1/r1/0': says('Ceci') },
    conditions: {},
    rows: { 1: 2 },
  },
})
const { answer } = mutationSchema.parse(submit)

/** Removal of Beto's row in the format of an app from before row ids: Ceci moves up, and there is one row fewer. */
export const OLD_REMOVAL = {
  rows: [{ section: 1, seen: 2, count: 1 }],
  values: [
    { at: '1/r0/0', seen: says('Beto'), value: says('Ceci') },
    { at: '1/r1/0', seen: says('Ceci'), value: null },
  ],
}
export const OLD_AGE = { values: [{ at: '1/r0/1', seen: null, value: says('31') }] }
export const REMOVAL = { rows: [{ section: 1, row: '0', seen: { 0: says('Beto') } }] }
export const IDS = { rowIds: true }

/** A server with one answer, whose rows two users change. */
export function buildRowsDesk() {
  const desk = buildDesk()
  let lastId = 500
  putTemplate(desk, FORM)
  for (const name of ['sofia', 'tomas']) putUser(desk, buildUser(name, 'ROLE_SUPERVISOR_CORRECTOR'))
  expect(push(desk, mutationSchema.parse(submit)).status).toBe('applied')

  const stored = (): Answer => there(desk.documents.get(keys.answer(answer)))
  return {
    stored,
    /** Replaces the stored answer. */
    put: (document: Answer) => desk.put(keys.answer(answer), document),
    send: (author: string, correction: object, more: object = {}) => {
      const envelope = { id: generateMutationId(bytesFor(++lastId)), author, device: DEVICE, clock: CLOCK, offset: 0 }
      const about = { answer, template: FORM.id, version: FORM.version, base: 1, files: [] }
      const raw = {
        ...envelope,
        ...about,
        kind: 'answer.correct',
        resolves: [],
        correction: { values: [], conditions: [], rows: [], ...correction },
        ...more,
      }
      return push(desk, mutationSchema.parse(convertToRowLists('mutation', raw)) as AnswerChange)
    },
    /** The text of each row, the main row first. */
    rows: () =>
      there(stored().secciones[1]).seccionesRepetibles.map(({ preguntas }) =>
        preguntas
          .map(({ respuesta }) => respuesta ?? '')
          .join(' ')
          .trim(),
      ),
    conflicts: () => stored().conflicts.filter(({ resolved }) => resolved === undefined),
  }
}
