import { there } from '#tests/support/there.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putFile, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, bytesFor, claimFor, CLOCK, DEVICE, SIGNATURE } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { actorOfUser, can, ACTION_RIGHTS } from '../../access/index.ts'
import type { Answer } from '../index.ts'
import { type Role, ROLES } from '../../users/index.ts'
import { toInstant, toMilliseconds } from '../../kernel/index.ts'
import { generateMutationId } from '../../kernel/new-ids.ts'
import { authorSchema } from '../../kernel/author.ts'
import { createMutationUnit } from './decide.ts'
import { keys } from '../../store/index.ts'
import { type AnswerChange, type Mutation, mutationSchema } from '../../sync/mutation.ts'
import type { FileClaim, GivenSignature } from '../../answering/submission.ts'
import type { PushResult } from '../../sync/protocol.ts'

const submit = buildSubmit()
const nothing = { values: [], conditions: [], rows: [] }
const INTERN = { required: true, tipeOfSignatory: 'intern' }
const pen = claimFor('another signature', 'image/png', 'firma.png')
let desk: Desk
let lastId = 300

/** An answer with two staff signatures and a citizen's, none given, and a condition with an unanswered question. */
beforeEach(() => {
  desk = buildDesk()
  const asked = [
    { title: 'Responsable', indexSignature: 0, ...INTERN },
    { title: 'Inspector', indexSignature: 1, ...INTERN },
    { title: 'Titular', indexSignature: 2 },
  ]
  putTemplate(desk, buildTemplate())
  send(submit)
  putTemplate(desk, buildTemplate({}, { signatures: asked }))
  desk.put(keys.answer(submit.answer), { ...stored(), signatures: buildTemplate({}, { signatures: asked }).signatures })
  person('sofia')
  person('tomas')
})

function person(id: string, role: Role = 'ROLE_SUPERVISOR'): void {
  putUser(desk, buildUser(id, role))
  for (const claim of [SIGNATURE, pen]) putFile(desk, authorSchema.parse(id), claim)
}

function send(mutation: Mutation): PushResult {
  return desk.commit(createMutationUnit(mutation, { author: mutation.author }, NOW))
}

function change(kind: AnswerChange['kind'], facts: Readonly<Record<string, unknown>>, author = 'sofia'): Mutation {
  const envelope = { id: generateMutationId(bytesFor(++lastId)), author, device: DEVICE, clock: CLOCK, offset: 0 }
  const { answer, template, version } = submit
  return mutationSchema.parse({ ...envelope, kind, answer, template, version, base: 1, files: [], ...facts })
}

const complete = (facts: Readonly<Record<string, unknown>>, author = 'sofia') =>
  change('answer.edit', { correction: nothing, signatures: [], ...facts }, author)
const signature = (change_: Partial<GivenSignature> = {}): GivenSignature => ({
  indexSignature: 0,
  title: 'Titular',
  firstName: 'Ana',
  lastName: 'Paz',
  image: SIGNATURE.sha256,
  ...change_,
})
const sign = (given: Partial<GivenSignature>, file: FileClaim = SIGNATURE, author = 'sofia') =>
  complete({ signatures: [signature({ image: file.sha256, ...given })], files: [file] }, author)

const stored = (): Answer => there(desk.documents.get(keys.answer(submit.answer)))
const problemOf = (result: PushResult) => (result.status === 'rejected' ? result.problem.code : result.status)

describe('completing', () => {
  it('adds what is missing, makes a new version and keeps the one before', () => {
    expect(send(sign({}))).toMatchObject({ status: 'applied', version: 2, receipt: [{ sha256: SIGNATURE.sha256 }] })
    expect(stored().signatures[0]).toMatchObject({
      title: 'Titular',
      names: { firstName: 'Ana', lastName: 'Paz' },
      imgID: SIGNATURE.sha256,
    })
    expect(desk.documents.get(keys.answerVersion(submit.answer, 1))).toMatchObject({ version: 1 })
  })

  it('fills in what no one has answered', () => {
    const correction = {
      ...nothing,
      conditions: [{ section: 2, condition: 1, seen: false, checked: true }],
      rows: [{ section: 1, row: 'K7Q2M4T8XA', added: true }],
      values: [
        { at: '2/c1/0', seen: null, value: { respuesta: '80' } },
        { at: '1/rK7Q2M4T8XA/0', seen: null, value: { respuesta: 'Patio' } },
      ],
    }
    expect(send(complete({ correction }))).toMatchObject({ status: 'applied', version: 2 })
    expect(stored().secciones[1]?.seccionesRepetibles[1]?.preguntas[0]?.respuesta).toBe('Patio')
  })

  it.each([
    ['a value', { values: [{ at: '0/0', seen: { respuesta: 'Bar El Puente' }, value: { respuesta: 'Bar Nuevo' } }] }],
    ['a value by taking it away', { values: [{ at: '0/1', seen: { respuesta: '4' }, value: null }] }],
    [
      'a condition',
      {
        conditions: [0, 1].map((condition) => ({
          section: 2,
          condition,
          seen: condition === 0,
          checked: condition === 1,
        })),
        values: [{ at: '2/c1/0', seen: null, value: { respuesta: '80' } }],
      },
    ],
    ['a row', { rows: [{ section: 1, row: '0', seen: { 0: { respuesta: 'Salida de emergencia' } } }] }],
    ['the place', { location: { seen: { direccion: 'San Martín 450' }, value: { direccion: 'Belgrano 1' } } }],
  ])('replaces nothing that stands there without the right to: %s', (_what, part) => {
    const correction = { ...nothing, ...part }
    expect(problemOf(send(complete({ correction })))).toBe('access.forbidden')
    expect(stored().version).toBe(1)
    person('sofia', 'ROLE_GENERADOR_CORRECTOR_RESPUESTAS')
    desk.put(keys.answer(submit.answer), {
      ...stored(),
      authorId: 'sofia',
      opcionales: { ...stored().opcionales, signatureEditableAnswer: true },
      ...('location' in part ? { ubicacion: { direccion: 'San Martín 450' } } : {}),
    })
    expect(send(complete({ correction }))).toMatchObject({ status: 'applied', version: 2 })
  })

  it('replaces nothing that is signed, no matter who asks, where the form does not let signed answers be changed', () => {
    person('sofia', 'ROLE_GENERADOR_CORRECTOR_RESPUESTAS')
    desk.put(keys.answer(submit.answer), { ...stored(), authorId: 'sofia' })
    const [value] = [{ at: '0/0', seen: { respuesta: 'Bar El Puente' }, value: { respuesta: 'Bar Nuevo' } }]
    expect(problemOf(send(complete({ correction: { ...nothing, values: [value] } })))).toBe('access.forbidden')
  })

  it('is for any question that is open, required or not, also where nothing else is missing', () => {
    desk.put(keys.answer(submit.answer), { ...stored(), signatures: [] })
    const photo = { at: '1/1', seen: null, value: { respuesta: 'sin foto' } }
    expect(send(complete({ correction: { ...nothing, values: [photo] } }))).toMatchObject({ status: 'applied' })
    expect(problemOf(send({ ...sign({}), base: 2 } as Mutation))).not.toBe('answer.not-incomplete')
  })

  it('is for those who may open its address, and for no one else', () => {
    for (const role of ROLES) {
      person('sofia', role)
      desk.put(keys.answer(submit.answer), { ...stored(), authorId: 'sofia' })
      const mayOpen = can(actorOfUser(buildUser('sofia', role)), ACTION_RIGHTS.edit, 'respuesta')
      expect([role, send(sign({})).status]).toEqual([role, mayOpen ? 'applied' : 'rejected'])
    }
  })

  it('that claims to have seen nothing where there is a value replaces nothing: it is a conflict', () => {
    const correction = { ...nothing, values: [{ at: '0/0', seen: null, value: { respuesta: 'Bar Nuevo' } }] }
    expect(send(complete({ correction }))).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(stored().secciones[0]?.preguntas[0]?.respuesta).toBe('Bar El Puente')
  })
})

describe('a signature that comes later', () => {
  it('has the moment when it was given, which names that come later do not change', () => {
    send(sign({ firstName: '' }))
    expect(stored().signatures.map(({ signedAt }) => signedAt)).toEqual([NOW, undefined, undefined])
    const hour = toInstant(toMilliseconds(NOW) + 3_600_000)
    const named = complete({ signatures: [signature()], files: [] })
    expect(desk.commit(createMutationUnit(named, { author: named.author }, hour))).toMatchObject({ status: 'applied' })
    expect(stored().signatures[0]).toMatchObject({ signedAt: NOW, names: { firstName: 'Ana' } })
    expect(stored().completedAt).toBeUndefined()
  })

  it('never replaces an accepted one, whether its author had seen that or not', () => {
    send(sign({}))
    for (const base of [1, 2]) {
      person('tomas', base === 1 ? 'ROLE_SUPERVISOR' : 'ROLE_SUPERVISOR_ELEVADO')
      expect(problemOf(send({ ...sign({ firstName: 'Eva' }, pen, 'tomas'), base } as Mutation))).toBe(
        'answer.locked-by-signature',
      )
      expect(problemOf(send({ ...sign({ firstName: 'Eva' }, SIGNATURE, 'tomas'), base } as Mutation))).toBe(
        'answer.locked-by-signature',
      )
    }
    expect(stored()).toMatchObject({
      version: 2,
      signatures: [{ imgID: SIGNATURE.sha256, names: { firstName: 'Ana' } }, {}, {}],
    })
  })

  it('is beside one that someone else gave in the meantime, and given twice is once', () => {
    send(sign({}))
    expect(
      send(
        complete(
          { signatures: [signature(), signature({ indexSignature: 1, image: pen.sha256 })], files: [SIGNATURE, pen] },
          'tomas',
        ),
      ),
    ).toMatchObject({ status: 'applied' })
    expect(stored().signatures).toMatchObject([{ imgID: SIGNATURE.sha256 }, { imgID: pen.sha256 }, {}])
  })

  it('may bring the names that an earlier app did not ask for', () => {
    send(sign({}))
    desk.put(keys.answer(submit.answer), {
      ...stored(),
      signatures: stored().signatures.map(({ names: _, ...rest }) => rest),
    })
    expect(send(complete({ signatures: [signature({ firstName: 'Eva' })], files: [] }))).toMatchObject({
      status: 'applied',
    })
    expect(stored().signatures[0]).toMatchObject({ imgID: SIGNATURE.sha256, names: { firstName: 'Eva' } })
  })

  it.each([
    ['one that the form does not ask for', [signature({ indexSignature: 7 })], [SIGNATURE], 'answer.unknown-address'],
    ["the citizen's", [signature({ indexSignature: 2 })], [SIGNATURE], 'signature.of-citizen'],
    ['one twice', [signature(), signature()], [SIGNATURE], 'answer.unknown-address'],
    ['NUL in a name', [signature({ lastName: 'Paz\u0000' })], [SIGNATURE], 'answer.wrong-value'],
    ['an image that nobody has brought', [signature({ image: pen.sha256 })], [], 'file.missing'],
  ])('cannot be %s', (_what, signatures, files, code) => {
    expect(problemOf(send(complete({ signatures, files })))).toBe(code)
    expect(stored().version).toBe(1)
  })

  it('is a picture, whatever its device says', () => {
    putFile(desk, authorSchema.parse('sofia'), { ...pen, type: 'text/csv' })
    expect(problemOf(send(sign({}, pen)))).toBe('file.wrong-type')
    expect(stored().signatures[0]?.imgID).toBeUndefined()
  })
})

it.each([
  ['answer.edit', { correction: nothing, signatures: [] }],
  ['answer.correct', { correction: nothing, resolves: [] }],
  ['answer.changeState', { from: 0, to: 1 }],
  ['answer.delete', {}],
] as const)('a change brings no file that it does not name: %s', (kind, facts) => {
  person('sofia', 'ROLE_SUPERVISOR_ELEVADO')
  putTemplate(desk, buildTemplate({}, { opcionales: { digitalSignature: true, signatureEditableAnswer: true } }))
  desk.put(keys.answer(submit.answer), {
    ...stored(),
    opcionales: { ...stored().opcionales, signatureEditableAnswer: true },
    signatures: stored().signatures.map((one) => ({ ...one, required: false })),
  })
  expect(problemOf(send(change(kind, { ...facts, files: [pen] })))).toBe('file.missing')
  expect(stored()).toMatchObject({ version: 1 })
  expect(stored().files.map(({ sha256 }) => sha256)).not.toContain(pen.sha256)
})
