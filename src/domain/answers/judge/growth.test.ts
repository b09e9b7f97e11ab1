import { there } from '#tests/support/there.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { OPTIONAL_SIGNATURE } from '#tests/support/builders/changes.ts'
import { buildDesk, type Desk, putFile, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, bytesFor, claimFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { type Answer, answerSchema } from '../index.ts'
import { citizenSchema } from '../../citizens/index.ts'
import { generateMutationId } from '../../kernel/new-ids.ts'
import {
  MAX_ANSWER_VERSIONS,
  MAX_CONFLICTS,
  MAX_FILES_PER_ANSWER,
  MAX_GROWING_CHARACTERS,
} from '../../kernel/limits.ts'
import { createMutationUnit } from './decide.ts'
import { keys } from '../../store/index.ts'
import { type AnswerChange, type Mutation, mutationSchema } from '../../sync/mutation.ts'
import type { PushResult } from '../../sync/protocol.ts'

/** Growing parts of an answer: the schema's limit refuses with a message, and no reader ever fails for stored data. */
const PORTAL = {
  digitalSignature: true,
  signatureEditableAnswer: true,
  citizenAssociationFromCitizenPortal: true,
  incidentes: true,
}
const submit = { ...buildSubmit(), version: 2 }
let desk: Desk
let lastId = 0

beforeEach(() => {
  desk = buildDesk()
  const plain = buildTemplate({ version: 2 }, { opcionales: PORTAL, signatures: [OPTIONAL_SIGNATURE] })
  putTemplate(desk, plain)
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR'))
  send(submit)
  plant({ datosCiudadano: citizenSchema.parse({ id: 'c1' }) })
})

const send = (mutation: Mutation): PushResult =>
  desk.commit(createMutationUnit(mutation, { author: mutation.author }, NOW))
function change(kind: AnswerChange['kind'], facts: Readonly<Record<string, unknown>>): Mutation {
  const envelope = {
    id: generateMutationId(bytesFor(5000 + ++lastId)),
    author: 'sofia',
    device: DEVICE,
    clock: CLOCK,
    offset: 0,
  }
  const { answer, template, version } = submit
  return mutationSchema.parse({ ...envelope, kind, answer, template, version, base: 1, files: [], ...facts })
}
const nothing = { values: [], conditions: [], rows: [] }
const edit = (at: string, seen: unknown, value: unknown) => ({ ...nothing, values: [{ at, seen, value }] })
const correct = (correction: unknown, files: readonly unknown[] = []) =>
  change('answer.correct', { correction, resolves: [], files })
const ask = (answers: readonly string[]) =>
  change('answer.requestChanges', { comment: '', answers, images: [], documents: [], sections: [] })
const stored = (): Answer => there(desk.documents.get(keys.answer(submit.answer)))
const plant = (facts: Partial<Answer>): void => desk.put(keys.answer(submit.answer), { ...stored(), ...facts } as never)
const problemOf = (result: PushResult) => (result.status === 'rejected' ? result.problem.code : result.status)
const isReadable = () => answerSchema.safeParse(stored()).success

describe('an answer that has been changed as often as it may be', () => {
  const kinds: readonly (readonly [string, (n: number) => Mutation])[] = [
    [
      'corrections',
      (n) => correct(edit('0/0', { respuesta: n === 0 ? 'Bar El Puente' : `Bar ${n}` }, { respuesta: `Bar ${n + 1}` })),
    ],
    ['requests for changes', () => ask(['0/0'])],
    ['moves to another state', (n) => change('answer.changeState', { from: n % 2, to: (n + 1) % 2 })],
  ]
  it.each(kinds)('by %s takes no more, says so, is read as before, and may still be deleted', (_what, make) => {
    const { disponibles } = stored().estados ?? { disponibles: [] }
    const both = disponibles.map((state) => ({
      ...state,
      transiciones: disponibles.map(({ id }) => id).filter((id) => id !== state.id),
    }))
    plant({ estados: { ...stored().estados, disponibles: both } as never })
    const results = Array.from({ length: MAX_ANSWER_VERSIONS }, (_, n) => problemOf(send(make(n))))
    expect(results.slice(0, MAX_ANSWER_VERSIONS - 1).every((one) => one === 'applied')).toBe(true)
    expect(results[MAX_ANSWER_VERSIONS - 1]).toBe('answer.too-many-changes')
    expect([isReadable(), stored().version]).toEqual([true, MAX_ANSWER_VERSIONS])
    expect(problemOf(send(change('answer.delete', { base: MAX_ANSWER_VERSIONS })))).toBe('applied')
  })
})

describe('what an answer carries beside its values', () => {
  const LONG = 'x'.repeat(75_000)
  it('is bounded when changes clash again and again', () => {
    const results = Array.from(
      { length: 100 },
      (_, n) => send(correct(edit('0/0', { respuesta: `${n}${LONG}` }, { respuesta: `${LONG}${n}` }))).status,
    )
    expect([results[0], results.at(-1), isReadable()]).toEqual(['merged', 'rejected', true])
    expect(JSON.stringify(stored()).length).toBeLessThan(MAX_GROWING_CHARACTERS + 500_000)
  })

  it('is bounded when one request asks five thousand times for the same long answer, and says so at once', () => {
    send(correct(edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: LONG })))
    expect(problemOf(send(ask(Array.from({ length: 5000 }, () => '0/0'))))).toBe('answer.too-many-changes')
    expect(stored().requestsForChanges).toEqual([])
  })

  it('is bounded in the number of clashes', () => {
    const conflict = {
      kind: 'state',
      seen: 0,
      current: 1,
      proposed: 2,
      mutation: submit.id,
      madeBy: { email: '', username: '' },
      date: NOW,
    } as const
    plant({ conflicts: Array.from({ length: MAX_CONFLICTS }, () => conflict) })
    expect(isReadable()).toBe(true)
    expect(problemOf(send(correct(edit('0/0', { respuesta: 'never seen' }, { respuesta: 'B' }))))).toBe(
      'answer.too-many-changes',
    )
  })

  it('is bounded in the number of files, with those that were replaced', () => {
    const claim = { ...claimFor('another photo'), type: 'image/png' }
    putFile(desk, 'sofia' as never, claim)
    const [first] = stored().files
    plant({
      files: Array.from({ length: MAX_FILES_PER_ANSWER }, (_, n) => ({
        ...first,
        sha256: n === 0 ? first?.sha256 : n.toString(16).padStart(64, '0'),
      })) as never,
    })
    const seen = { imagen: first?.sha256 }
    expect(problemOf(send(correct(edit('0/7', seen, { imagen: claim.sha256 }), [claim])))).toBe('answer.too-many-files')
  })

  it('is the whole of what one change may bring: five thousand answers', () => {
    const secciones = Array.from({ length: 5 }, (_, orden) => ({
      orden,
      preguntas: Array.from({ length: 1000 }, (_one, question) => ({ orden: question, titulo: 'x', tipoPregunta: 1 })),
    }))
    const wide = buildTemplate({ id: 'wide' as never, version: 1 }, { opcionales: PORTAL, secciones, signatures: [] })
    putTemplate(desk, wide)
    const blank = {
      ...submit,
      id: generateMutationId(bytesFor(4000)),
      answer: buildSubmit(9).answer,
      template: wide.id,
      version: 1,
      header: { signatures: [] },
      content: { values: {}, conditions: {}, rows: {} },
      files: [],
    }
    expect(problemOf(send(mutationSchema.parse(blank)))).toBe('applied')
    const values = secciones.flatMap(({ orden, preguntas }) =>
      preguntas.map((one) => ({ at: `${orden}/${one.orden}`, seen: null, value: { respuesta: 'y' } })),
    )
    expect(
      problemOf(
        send({ ...correct({ ...nothing, values }), answer: blank.answer, template: wide.id, version: 1 } as Mutation),
      ),
    ).toBe('applied')
    expect(answerSchema.safeParse(desk.documents.get(keys.answer(blank.answer))).success).toBe(true)
  })
})
