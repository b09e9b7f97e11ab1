import { describe, expect, it } from 'vitest'
import { change, EDITABLE, nothing, OPTIONAL_SIGNATURE, storedOn, submit } from '#tests/support/builders/changes.ts'
import { buildDesk, putTemplate, putUser, type Desk } from '#tests/support/builders/desk.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { CLOCK } from '#tests/support/builders/submit.ts'
import { buildTemplate, AREA, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { actorOfUser } from '../../access/index.ts'
import {
  type AnswerAction,
  listNextStates,
  toConflictResolution,
  findNotOfferedReason,
} from '../../corrections/index.ts'
import type { Answer, Conflict } from '../index.ts'
import type { FormTemplate } from '../../templates/index.ts'
import { citizenSchema } from '../../citizens/index.ts'
import { ROLES } from '../../users/index.ts'
import { addressSchema } from '../../kernel/address.ts'
import type { Mutation } from '../../sync/mutation.ts'
import { keys } from '../../store/index.ts'

/** The smallest change of each kind that the server accepts from a permitted user. */
const ACTS: Readonly<Record<Exclude<AnswerAction, 'revise'>, (answer: Answer) => Mutation>> = {
  edit: () => change('answer.edit', { correction: completing(), signatures: [] }),
  correct: () =>
    change('answer.correct', {
      correction: { ...nothing, values: [{ at: '0/1', seen: { respuesta: '4' }, value: { respuesta: '5' } }] },
      resolves: [],
    }),
  decide: (answer) =>
    change('answer.correct', { correction: nothing, resolves: answer.conflicts.slice(0, 1).map(toConflictResolution) }),
  requestChanges: () =>
    change('answer.requestChanges', { comment: '', answers: ['0/0'], images: [], documents: [], sections: [] }),
  changeState: (answer) =>
    change('answer.changeState', { from: answer.estados?.actual ?? 0, to: listNextStates(answer)[0]?.id ?? 9 }),
  delete: () => change('answer.delete', {}),
  sendCopy: () => change('answer.sendCopy', { to: ['ana@example.org'], subject: '', body: '', language: 'es' }),
}

function completing() {
  return { ...nothing, values: [{ at: '0/0', seen: null, value: { respuesta: 'Bar El Puente' } }] }
}

const ASKING = { citizenAssociationFromCitizenPortal: true, incidentes: true }

const MET: Conflict = {
  kind: 'value',
  address: addressSchema.parse('0/1'),
  seen: null,
  current: { respuesta: '4' },
  proposed: { respuesta: '5' },
  mutation: submit.id,
  madeBy: { email: 'tomas@relevo.example', username: 'tomas' },
  date: CLOCK,
}

function signed(answer: Answer, signatureEditableAnswer: boolean): Answer {
  return {
    ...answer,
    opcionales: { ...answer.opcionales, signatureEditableAnswer },
    signatures: answer.signatures.map((one) => ({ ...one, required: true })),
  }
}

it('a signed answer of a form that lets them be changed is corrected, and deleted by no one', () => {
  const answer = signed(storedOn(deskWith(null)), true)
  const acts = (['correct', 'delete'] as const).map((act) =>
    findNotOfferedReason(act, actorOfUser(buildUser('ada', 'ROLE_ADMIN')), answer, version),
  )
  expect(acts).toEqual([null, { code: 'answer.locked-by-signature' }])
})

/** Answers in each state that affects the offered actions. */
const SHAPES: Readonly<Record<string, (answer: Answer) => Answer>> = {
  'as it came': (answer) => answer,
  'with something missing': (answer) => ({
    ...answer,
    secciones: answer.secciones.map((section, index) =>
      index > 0
        ? section
        : {
            ...section,
            preguntas: section.preguntas.map((question, at) =>
              at > 0 ? question : Object.fromEntries(Object.entries(question).filter(([name]) => name !== 'respuesta')),
            ),
          },
    ) as Answer['secciones'],
  }),
  signed: (answer) => signed(answer, false),
  'signed, of a form that lets signed answers be changed': (answer) => signed(answer, true),
  paid: (answer) => ({ ...answer, opcionales: { ...answer.opcionales, addPaymentGateway: true } }),
  'of the portal': (answer) => ({ ...answer, portalCiudadanoData: { idRespuestaMG: '7' } }),
  'that a citizen can be asked about': (answer) => ({
    ...answer,
    opcionales: { ...answer.opcionales, ...ASKING },
    datosCiudadano: citizenSchema.parse({ id: 'c1' }),
  }),
  'whose form is tied to the portal, of nobody': (answer) => ({
    ...answer,
    opcionales: { ...answer.opcionales, ...ASKING },
  }),
  'that no state follows': (answer) => ({
    ...answer,
    ...(answer.estados === undefined
      ? {}
      : {
          estados: {
            ...answer.estados,
            disponibles: answer.estados.disponibles.map((one) => ({ ...one, transiciones: [] })),
          },
        }),
  }),
  'of a form that offers copies': (answer) => ({ ...answer, opcionales: { ...answer.opcionales, envioEmail: true } }),
  'signed, on which two changes have met': (answer) => ({
    ...signed(answer, false),
    conflicts: [MET],
  }),
  'without states': ({ estados: _, ...answer }) => answer,
}

const PLACES = { 'their area': [AREA], 'another area': [OTHER_AREA], 'another municipality': [FOREIGN_AREA] } as const
const version: FormTemplate = buildTemplate({}, { opcionales: EDITABLE, signatures: [OPTIONAL_SIGNATURE] })

function deskWith(answer: Answer | null, user = buildUser('sofia', 'ROLE_ADMIN')): Desk {
  const desk = buildDesk()
  putTemplate(desk, version)
  putUser(desk, user)
  if (answer === null) push(desk, submit)
  else desk.put(keys.answer(submit.answer), answer)
  return desk
}

describe.each(Object.entries(SHAPES))('what is offered on an answer %s is what the server does', (_name, shape) => {
  const original = storedOn(deskWith(null))
  it.each(Object.entries(PLACES))('for every role of %s, on their own and on others’ answers', (_place, areas) => {
    for (const role of ROLES) {
      const user = buildUser('sofia', role, [...areas])
      for (const authorId of [user.id, original.authorId]) {
        const answer = { ...shape(original), authorId }
        for (const [act, mutation] of Object.entries(ACTS) as [keyof typeof ACTS, (typeof ACTS)['edit']][]) {
          // Without anything to decide, the message is an empty correction.
          if (act === 'decide' && answer.conflicts.length === 0) continue
          const offered = findNotOfferedReason(act, actorOfUser(user), answer, version) === null
          const { status } = push(deskWith(answer, user), mutation(answer))
          expect([role, authorId, act, offered]).toEqual([role, authorId, act, status === 'applied'])
        }
      }
    }
  })
})

it('each act is offered to someone and refused to someone', () => {
  const original = storedOn(deskWith(null))
  for (const act of Object.keys(ACTS) as (keyof typeof ACTS)[]) {
    const outcomes = Object.values(SHAPES).flatMap((shape) =>
      ROLES.map(
        (role) => findNotOfferedReason(act, actorOfUser(buildUser('sofia', role)), shape(original), version) === null,
      ),
    )
    expect([act, new Set(outcomes).size]).toEqual([act, 2])
  }
})
