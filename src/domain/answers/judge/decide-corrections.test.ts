import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildAnsweredDesk,
  change,
  correct,
  edit,
  EDITABLE,
  nothing,
  rename,
  storedOn,
  submit,
} from '#tests/support/builders/changes.ts'
import { type Desk, putFile, putTemplate } from '#tests/support/builders/desk.ts'
import { problemOf, push } from '#tests/support/builders/judged.ts'
import { buildSubmit, claimFor } from '#tests/support/builders/submit.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { type Author, authorSchema } from '../../kernel/author.ts'
import { keys } from '../../store/index.ts'
import { MAX_CORRECTION_REASON_LENGTH } from '../index.ts'
import { type Mutation, mutationSchema } from '../../sync/mutation.ts'

let desk: Desk
beforeEach(() => {
  desk = buildAnsweredDesk()
})
const send = (mutation: Mutation, author?: Author) => push(desk, mutation, author)
const stored = () => storedOn(desk)
const name = () => stored().secciones[0]?.preguntas[0]?.respuesta
const valueEdit = (at: string, seen: string, value: string) => ({
  at,
  seen: { respuesta: seen },
  value: { respuesta: value },
})

describe('a correction', () => {
  it('replaces what its author saw, makes a new version, and keeps the one before', () => {
    expect(send(rename('Bar El Puente', 'Bar Central'))).toMatchObject({ status: 'applied', version: 2, code: 'VIS1' })
    expect(name()).toBe('Bar Central')
    expect(stored().editsBySupervisor).toMatchObject([
      {
        madeBy: { username: 'sofia' },
        editedAnswers: { answers: [{ sectionOrder: 0, order: 0, answer: 'Bar Central', title: 'Nombre' }] },
      },
    ])
    const before = there(desk.documents.get(keys.answerVersion(submit.answer, 1)))
    expect(before.secciones[0]?.preguntas[0]?.respuesta).toBe('Bar El Puente')
  })

  it('keeps its reason and by whom it was, by name', () => {
    const wish = {
      correction: edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Uno' }),
      resolves: [],
      reason: '  The sign says so  ',
    }
    const mutation = mutationSchema.parse(change('answer.correct', wish))
    expect(send(mutation)).toMatchObject({ status: 'applied' })
    expect(stored().editsBySupervisor).toMatchObject([
      { reason: 'The sign says so', madeBy: { username: 'sofia', name: 'Inés Quiroga' } },
    ])
  })

  it.each(['', '   ', 'x'.repeat(MAX_CORRECTION_REASON_LENGTH + 1), 7])('takes no reason like %j', (reason) => {
    expect(mutationSchema.safeParse(rename('a', 'b')).success).toBe(true)
    expect(mutationSchema.safeParse({ ...rename('a', 'b'), reason }).success).toBe(false)
  })

  it('sent again changes nothing more and answers the same', () => {
    const mutation = rename('Bar El Puente', 'Bar Central')
    const first = send(mutation)
    expect(send(mutation)).toEqual(first)
    expect(stored().version).toBe(2)
  })

  it('of another question merges with one that came before it', () => {
    send(rename('Bar El Puente', 'Bar Central'))
    const late = correct(edit('0/1', { respuesta: '4' }, { respuesta: '5' }), 'tomas')
    expect(send(late)).toMatchObject({ status: 'applied', version: 3 })
    expect([name(), stored().secciones[0]?.preguntas[1]?.respuesta]).toEqual(['Bar Central', '5'])
  })

  it('of the same question is kept as a conflict with both values, and replaces nothing', () => {
    send(rename('Bar El Puente', 'Bar Central'))
    const late = rename('Bar El Puente', 'Bar del Centro', 'tomas')
    expect(send(late)).toMatchObject({ status: 'merged', conflicts: 1, version: 3 })
    expect(name()).toBe('Bar Central')
    expect(stored().conflicts).toMatchObject([
      {
        kind: 'value',
        address: '0/0',
        seen: { respuesta: 'Bar El Puente' },
        current: { respuesta: 'Bar Central' },
        proposed: { respuesta: 'Bar del Centro' },
        madeBy: { username: 'tomas' },
      },
    ])
  })

  it('decides an open conflict, and the decision says who', () => {
    send(rename('Bar El Puente', 'Bar Central'))
    const late = rename('Bar El Puente', 'Bar del Centro', 'tomas')
    send(late)
    send(
      correct(edit('0/0', { respuesta: 'Bar Central' }, { respuesta: 'Bar del Centro' }), 'sofia', [
        { mutation: late.id, at: '0/0' },
      ]),
    )
    expect(name()).toBe('Bar del Centro')
    expect(stored().conflicts).toMatchObject([{ resolved: { by: { username: 'sofia' } } }])
  })

  it.each([
    ['the place that it names and no other', '0/0', [true, false]],
    ['all places, as the earliest apps mean it', null, [true, true]],
  ])('of a change that clashed twice decides %s', (_which, at, decided) => {
    send(
      correct({ ...nothing, values: [valueEdit('0/0', 'Bar El Puente', 'Bar Central'), valueEdit('0/1', '4', '5')] }),
    )
    const late = correct(
      { ...nothing, values: [valueEdit('0/0', 'Bar El Puente', 'Bar del Centro'), valueEdit('0/1', '4', '6')] },
      'tomas',
    )
    expect(send(late)).toMatchObject({ status: 'merged', conflicts: 2 })
    send(correct(nothing, 'sofia', [{ mutation: late.id, at }]))
    expect(stored().conflicts.map((conflict) => conflict.resolved !== undefined)).toEqual(decided)
  })

  it('under a condition that someone unchecked in the meantime is kept as a conflict', () => {
    const swap = [0, 1].map((condition) => ({ section: 2, condition, seen: condition === 0, checked: condition === 1 }))
    send(correct({ ...edit('2/c1/0', null, { respuesta: '80' }), conditions: swap }))
    const late = correct(edit('2/c0/0', { respuesta: '40' }, { respuesta: '45' }), 'tomas')
    expect(send(late)).toMatchObject({ status: 'merged', conflicts: 1 })
  })

  it('checks no second condition in a section of one: what came second is kept as a conflict, with its answer', () => {
    const plain = buildTemplate({}, { opcionales: EDITABLE })
    const secciones = plain.secciones.map((section) => ({ ...section, conditionalSectionSingle: section.orden === 2 }))
    putTemplate(desk, buildTemplate({}, { opcionales: EDITABLE, secciones }))
    const swap = (from: number, to: number) => [
      { section: 2, condition: from, seen: true, checked: false },
      { section: 2, condition: to, seen: false, checked: true },
    ]
    // Its author had seen none: condition 0 was checked later.
    const late = correct(
      {
        ...nothing,
        conditions: [{ section: 2, condition: 1, seen: false, checked: true }],
        values: [{ at: '2/c1/0', seen: null, value: { respuesta: '80' } }],
      },
      'tomas',
    )
    expect(send(late)).toMatchObject({ status: 'merged', conflicts: 2 })
    expect(stored().secciones[2]?.conditions.map(({ checked }) => checked)).toEqual([true, false])
    expect(stored().conflicts).toMatchObject([
      { kind: 'condition', condition: 1, proposed: true, current: false },
      { kind: 'value', address: '2/c1/0', proposed: { respuesta: '80' } },
    ])
    const both = [0, 1].map((condition) => ({ section: 2, condition, seen: false, checked: true }))
    expect(problemOf(send(correct({ ...nothing, conditions: both })))).toBe('value.single-option-only')
    expect(send(correct({ ...edit('2/c1/0', null, { respuesta: '80' }), conditions: swap(0, 1) }))).toMatchObject({
      status: 'applied',
    })
    expect(stored().secciones[2]?.conditions.map(({ checked }) => checked)).toEqual([false, true])
  })

  it('brings its files, and waits for them', () => {
    const photo = claimFor('a better photo')
    const seen = { imagen: submit.files[0]?.sha256 }
    const mutation = change('answer.correct', {
      correction: edit('0/7', seen, { imagen: photo.sha256 }),
      resolves: [],
      files: [photo],
    })
    expect(send(mutation)).toMatchObject({ status: 'retry', missing: [photo.sha256] })
    putFile(desk, authorSchema.parse('sofia'), photo)
    expect(send(mutation)).toMatchObject({ status: 'applied', receipt: [{ sha256: photo.sha256 }] })
    expect(stored().secciones[0]?.preguntas[7]?.imagen?.sha256).toBe(photo.sha256)
    expect(stored().files.map((file) => file.sha256)).toContain(photo.sha256)
    expect(stored().editsBySupervisor[0]?.editedImages).toHaveLength(1)
  })

  it.each([
    ['a question that the form never had', edit('7/0', null, { respuesta: 'x' }), 'answer.unknown-address'],
    [
      'a value that the question cannot have',
      edit('0/1', { respuesta: '4' }, { respuesta: 'cuatro' }),
      'answer.wrong-value',
    ],
    [
      'no value where one is required',
      edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: '  ' }),
      'answer.wrong-value',
    ],
    [
      'rows of a section that does not repeat',
      { ...nothing, rows: [{ section: 0, row: 'K7Q2M4T8XA', added: true }] },
      'answer.unknown-address',
    ],
  ])('is rejected with %s', (_what, correction, code) => {
    expect(problemOf(send(correct(correction)))).toBe(code)
    expect(stored().version).toBe(1)
  })

  it.each([
    [
      'rows without end',
      {
        ...nothing,
        rows: Array.from({ length: 9998 }, (_, row) => ({ section: 1, row: String(row + 1), added: true })),
      },
      'answer.too-many-empty-rows',
    ],
    [
      'a file that nobody has brought',
      edit(
        '0/7',
        { imagen: submit.content.values['0/7' as keyof typeof submit.content.values]?.imagen },
        { imagen: 'e'.repeat(64) },
      ),
      'file.missing',
    ],
    [
      'NUL in an address',
      { ...nothing, location: { seen: null, value: { direccion: 'San Martín\u0000 450' } } },
      'answer.wrong-value',
    ],
  ])('cannot bring %s', (_what, correction, code) => {
    const wide = buildTemplate({}, { opcionales: EDITABLE })
    const secciones = wide.secciones.map((section) => ({
      ...section,
      preguntas: section.preguntas.map((one) => ({ ...one, titulo: one.titulo.padEnd(2000, ' ') })),
    }))
    putTemplate(desk, buildTemplate({}, { opcionales: EDITABLE, secciones }))
    expect(problemOf(send(correct(correction)))).toBe(code)
    expect(stored().version).toBe(1)
  })

  it('has one edit for each place', () => {
    const [one, other] = [
      { at: '0/0', seen: null, value: null },
      { at: '0/1', seen: null, value: null },
    ]
    expect(() => correct({ ...nothing, values: [one, other] })).not.toThrow()
    expect(() => correct({ ...nothing, values: [one, other, one] })).toThrow('one edit a place')
  })

  it('of a signed answer is refused where the form does not allow it', () => {
    putTemplate(desk, buildTemplate({ version: 2 }))
    const other = { ...buildSubmit(7), version: 2 }
    send(other)
    const mutation = { ...rename('Bar El Puente', 'X'), answer: other.answer }
    expect(problemOf(send(mutation))).toBe('answer.locked-by-signature')
  })
})
