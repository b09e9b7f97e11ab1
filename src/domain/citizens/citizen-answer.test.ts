import { expect, it } from 'vitest'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { composeAnswer } from '../answering/index.ts'
import { instantSchema } from '../kernel/index.ts'
import { answerSchema, type Answer } from '../answers/index.ts'
import { toCitizenAnswer } from './citizen-answer.ts'
import { buildCitizenHistory } from './citizen-history.ts'

const day = (number: number) => `2026-11-0${number}T10:00:00.000Z`
const STAFF = { email: 'secret.person@relevo.example', username: 'secretperson', name: 'Secret Person' }
const marks = (comment: string) => ({
  answers: [{ sectionOrder: 0, order: 0, comment }],
  images: [],
  documents: [],
  sections: [],
})
const NO_MARKS = { answers: [], images: [], documents: [], sections: [] }

/** An inspector's answer about a citizen that has gone through every event. Hidden texts begin with "secret". */
function worked(): Answer {
  const author = { ...buildUser('ines'), firstName: 'Secret', lastName: 'Person' }
  const answer = composeAnswer(buildPlainTemplate(), buildPlainSubmit(1, 'una luz'), {
    code: 'VIS1',
    now: BEFORE,
    author,
  })
  return answerSchema.parse({
    ...answer,
    creadoPor: 'secretperson',
    inspectorID: 'secret-7',
    fechaCreacion: day(1),
    receivedAt: day(2),
    lastUpdate: day(9),
    pdfDownloadCode: 'secret-download',
    muniCore: { idIdentificador: 'secret-asset', idIncidente: 'secret-incident' },
    datosCiudadano: {
      id: 'c1',
      nombre: 'Ana',
      apellido: 'Torres',
      dni: '30111222',
      calle: 'Rivera 12',
      _source: 'secret',
    },
    persona: { id: 'secret-id', nombre: 'Bar El Puente', direccion: 'Rivera 14' },
    ubicacion: { direccion: 'Plaza Mayor', latlng: { latitude: -31.4, longitude: -64.2 } },
    estados: {
      disponibles: [
        { id: 0, nombre: 'Abierta', transiciones: [1], idTipoIncidente: 'secret-type' },
        { id: 1, nombre: 'En obra', transiciones: [] },
      ],
      inicial: 0,
      actual: 1,
      history: [
        { date: day(1), userName: 'secretperson', stateId: 0, stateName: 'Abierta', initial: true },
        { date: day(3), userName: 'secretperson', name: 'Secret Person', stateId: 1, stateName: 'En obra' },
      ],
    },
    requestsForChanges: [
      {
        needCompletition: false,
        madeBy: STAFF,
        sentDateTime: day(4),
        comment: 'secret first',
        changesRequested: marks('secret'),
        revisedAt: day(5),
      },
      {
        needCompletition: false,
        madeBy: STAFF,
        sentDateTime: day(7),
        comment: 'Thank you',
        changesRequested: NO_MARKS,
        messageSent: true,
      },
    ],
    answersWithCorrections: [
      { sectionOrder: 0, order: 0, oldAnswer: 'secret old', newAnswer: 'una luz', date: day(5) },
    ],
    editsBySupervisor: [
      {
        madeBy: STAFF,
        sentDateTime: day(6),
        reason: 'secret reason',
        editedAnswers: { answers: [{ sectionOrder: 0, order: 0, answer: 'una luz' }] },
      },
      { madeBy: STAFF, sentDateTime: day(8), reason: 'secret decision' },
    ],
    conflicts: [
      {
        kind: 'state',
        seen: 0,
        current: 1,
        proposed: 0,
        mutation: 'M'.repeat(26),
        madeBy: STAFF,
        date: day(8),
        resolved: { by: STAFF, date: day(8) },
      },
    ],
    changedBy: { kind: 'answer.correct', by: STAFF },
    payments: [
      {
        name: 'Platea',
        address: 'secret street',
        dateFormatted: '01/11/2026 10:00',
        currencyType: { sign: '$', name: 'ARS' },
        payOrder: {
          orderId: 'K3WQ9ZT0M4XB',
          id: answer.id,
          status: 'Pagado',
          amount: 100,
          fullName: 'Secret Payer',
          dni: 'secret-dni',
          phone: 'secret-1',
          email: 'secret@relevo.example',
          form: 'nota',
        },
      },
    ],
  })
}

it('gives a citizen place, person, content and state of their answer, and nothing hidden', () => {
  const own = toCitizenAnswer(worked(), { codeHidden: false })
  expect(own.ubicacion).toEqual({ direccion: 'Plaza Mayor', latlng: { latitude: -31.4, longitude: -64.2 } })
  expect(own.datosCiudadano).toMatchObject({ nombre: 'Ana', apellido: 'Torres', dni: '30111222', calle: 'Rivera 12' })
  expect(own.persona).toEqual({ nombre: 'Bar El Puente', direccion: 'Rivera 14' })
  expect([own.codigoMunicipio, own.estados?.actual]).toEqual(['VIS1', 1])
  expect(JSON.stringify(own)).toContain('una luz')
  expect(JSON.stringify(own).toLowerCase()).not.toContain('secret')
})

it('gives no code where the municipality hides it', () => {
  expect(JSON.stringify(toCitizenAnswer(worked(), { codeHidden: true }))).not.toContain('VIS1')
})

it('says when what happened that a citizen may know, and neither who did it nor any text of staff', () => {
  expect(buildCitizenHistory(worked(), [])).toEqual([
    { at: day(7), kind: 'ended' },
    { at: day(6), kind: 'corrected' },
    { at: day(5), kind: 'revised' },
    { at: day(4), kind: 'asked' },
    { at: day(3), kind: 'state', state: 'En obra' },
    { at: day(2), kind: 'arrived' },
    { at: day(1), kind: 'state', state: 'Abierta' },
    { at: day(1), kind: 'sent' },
  ])
})

it('says when staff completed it, which only its versions know', () => {
  const at = instantSchema.parse(day(9))
  const completed = { version: 2, at, changedBy: { kind: 'answer.edit', by: STAFF } } as const
  const [newest] = buildCitizenHistory(worked(), [completed])
  expect(newest).toEqual({ at: day(9), kind: 'completed' })
})

it('tells a revision without changes from one with them', () => {
  const answer = worked()
  const kinds = buildCitizenHistory({ ...answer, answersWithCorrections: [] }, []).map(({ kind }) => kind)
  expect(kinds).toContain('confirmed')
  expect(kinds).not.toContain('revised')
})
