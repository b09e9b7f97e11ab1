import type { ConflictResolution } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { generateMutationId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { type AnswerChange, type Mutation, mutationSchema } from '#domain/sync/index.ts'
import { there } from '../there.ts'
import { buildDesk, type Desk, putTemplate, putUser } from './desk.ts'
import { push } from './judged.ts'
import { buildUser } from './people.ts'
import { buildSubmit, bytesFor, CLOCK, DEVICE } from './submit.ts'
import { buildTemplate } from './template.ts'

/** Options of a form whose signed answers may be changed. */
export const EDITABLE = { digitalSignature: true, signatureEditableAnswer: true }
/** An optional signature: answers with a required one cannot be deleted. */
export const OPTIONAL_SIGNATURE = { title: 'Responsable', indexSignature: 0, required: false }

/** The answer that the changes below refer to. */
export const submit = buildSubmit()
let lastId = 100

/** A desk on which that answer has arrived and sofia and tomas may correct. */
export function buildAnsweredDesk(): Desk {
  const desk = buildDesk()
  putTemplate(desk, buildTemplate({}, { opcionales: EDITABLE, signatures: [OPTIONAL_SIGNATURE] }))
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR'))
  putUser(desk, buildUser('tomas', 'ROLE_SUPERVISOR_CORRECTOR'))
  push(desk, submit)
  return desk
}

/** The current answer on this desk. */
export function storedOn(desk: Desk): Answer {
  return there(desk.documents.get(keys.answer(submit.answer)))
}

/** A change of the answer's first version. */
export function change(
  kind: AnswerChange['kind'],
  facts: Readonly<Record<string, unknown>>,
  author = 'sofia',
): Mutation {
  const envelope = { id: generateMutationId(bytesFor(++lastId)), author, device: DEVICE, clock: CLOCK, offset: 0 }
  const { answer, template, version } = submit
  return mutationSchema.parse({ ...envelope, kind, answer, template, version, base: 1, files: [], ...facts })
}

/** An empty correction, and corrections of a single place. */
export const nothing = { values: [], conditions: [], rows: [] }

export function edit(at: string, seen: unknown, value: unknown) {
  return { ...nothing, values: [{ at, seen, value }] }
}

export function correct(correction: unknown, author = 'sofia', resolves: readonly ConflictResolution[] = []): Mutation {
  return change('answer.correct', { correction, resolves }, author)
}

export function rename(from: string, to: string, author = 'sofia') {
  return correct(edit('0/0', { respuesta: from }, { respuesta: to }), author)
}
