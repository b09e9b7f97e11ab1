import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { draft, keysOf } from '#tests/support/builders/template-edits.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../questions/index.ts'
import { checkLocks, toTemplateDraft, pickDraftFields, type EditorForm } from '../index.ts'
import { computeEditingLocks, toEditorForm, walkQuestions } from '../index.ts'
import * as edit from '../index.ts'
const ANSWERED = computeEditingLocks({ answers: 3, editableForm: true })
const CLOSED = computeEditingLocks({ answers: 3, editableForm: false })
const FREE = computeEditingLocks({ answers: 0, editableForm: false })
const BEFORE = pickDraftFields(buildTemplate())
const newKey = keysOf('new')

/** Refusals of this change to a form with answers. */
function refused(
  change: (form: EditorForm) => EditorForm,
  locks = ANSWERED,
  before: edit.TemplateDraft = BEFORE,
): readonly string[] {
  const after = toTemplateDraft(change(toEditorForm(before, keysOf('k'))))
  return [...new Set(checkLocks(before, after, locks).map(({ code }) => code))]
}
const sections = (form: EditorForm) => form.secciones.map(({ key }) => key)
const first = (form: EditorForm): string => sections(form)[0] ?? ''
const conditional = (form: EditorForm) => form.secciones[2]
const questions = (form: EditorForm) => [...walkQuestions(form)].map(({ found }) => found)
const radio = (form: EditorForm) => questions(form).find(({ tipoPregunta }) => tipoPregunta === QUESTION_TYPE.RADIO)
const state = (form: EditorForm, at: number): string => form.estados.disponibles[at]?.key ?? ''

it('a form without answers may be changed in every way; one with answers in its content, if it says so; else in none', () => {
  expect(FREE).toEqual({ everything: false, structure: false, states: false, sale: false })
  expect(ANSWERED).toEqual({ everything: false, structure: true, states: true, sale: false })
  expect(CLOSED.everything).toBe(true)
  expect(refused((form) => edit.addSection(form, 'x'), FREE)).toEqual([])
  expect(refused((form) => edit.updateForm(form, { titulo: 'New' }), CLOSED)).toEqual(['template.locked'])
  expect(refused((form) => form, CLOSED)).toEqual([])
})

describe('a form with answers refuses', () => {
  it.each<readonly [string, (form: EditorForm) => EditorForm]>([
    ['a new section', (form) => edit.addSection(form, 'x')],
    ['one section less', (form) => edit.removeSection(form, first(form))],
    ['sections in another order', (form) => edit.moveSection(form, first(form), 1)],
    ['a copy of a section', (form) => edit.duplicateSection(form, first(form), 'x', newKey)],
    ['another type of section', (form) => edit.changeSectionType(form, first(form), true)],
    ['a section that repeats', (form) => edit.updateSection(form, first(form), { repetible: true })],
    ['a new condition', (form) => edit.addCondition(form, conditional(form)?.key ?? '', 'x')],
    ['conditions in another order', (form) => edit.moveCondition(form, conditional(form)?.conditions[0]?.key ?? '', 1)],
    ['a new question', (form) => edit.addQuestion(form, first(form), 'x')],
    [
      'a new question under a condition',
      (form) => edit.addQuestion(form, conditional(form)?.conditions[0]?.key ?? '', 'x'),
    ],
    ['one question less', (form) => edit.removeQuestion(form, questions(form)[0]?.key ?? '')],
    [
      'questions in another order',
      (form) => edit.moveQuestion(form, questions(form)[0]?.key ?? '', { parent: first(form), index: 3 }),
    ],
    [
      'a question in another section',
      (form) => edit.moveQuestion(form, questions(form)[0]?.key ?? '', { parent: sections(form)[1] ?? '', index: 0 }),
    ],
    [
      'another type of question',
      (form) => edit.changeQuestionType(form, questions(form)[0]?.key ?? '', QUESTION_TYPE.BOOLEAN),
    ],
    [
      'another kind of data',
      (form) => edit.updateQuestion(form, questions(form)[0]?.key ?? '', { tipoDato: DATA_TYPE.DATE }),
    ],
    ['one option less', (form) => edit.removeOption(form, radio(form)?.key ?? '', radio(form)?.opciones[0]?.key ?? '')],
    [
      'options in another order',
      (form) => edit.moveOption(form, radio(form)?.key ?? '', radio(form)?.opciones[0]?.key ?? '', 1),
    ],
    [
      'an option before the others',
      (form) => edit.addOptions(form, radio(form)?.key ?? '', { texts: ['Regular'], newKey, index: 0 }),
    ],
  ])('%s', (_what, change) => expect(refused(change)).toEqual(['template.structure-locked']))

  it.each<readonly [string, (form: EditorForm) => EditorForm]>([
    ['a new state', (form) => edit.addState(form, 'x', 'Rejected')],
    ['one state less', (form) => edit.removeState(form, state(form, 1))],
    ['another initial state', (form) => edit.setInitialState(form, state(form, 1))],
  ])('%s', (_what, change) => expect(refused(change)).toEqual(['template.states-locked']))

  it.each<readonly [string, (form: EditorForm) => EditorForm, readonly string[]]>([
    [
      'one signature less',
      (form) => edit.removeSignature(form, form.signatures[0]?.key ?? ''),
      ['template.structure-locked'],
    ],
    ['the last signature taken away', (form) => edit.setSignatureCount(form, 1, newKey), ['template.structure-locked']],
    [
      'signatures in another order',
      (form) => ({ ...form, signatures: form.signatures.toReversed(), restructured: true }),
      ['template.structure-locked'],
    ],
    [
      'other words for a signature: not refused',
      (form) =>
        edit.updateSignature(form, form.signatures[0]?.key ?? '', {
          title: 'New',
          required: true,
          typeOfSignature: 'draw',
        }),
      [],
    ],
    ['one more signature: not refused', (form) => edit.setSignatureCount(form, 3, newKey), []],
  ])('%s', (_what, change, codes) => {
    const signed = toTemplateDraft(
      edit.updateSignature(edit.setSignatureCount(toEditorForm(BEFORE, keysOf('k')), 2, keysOf('s')), 's-1', {
        title: 'Second',
      }),
    )
    expect(signed.signatures).toHaveLength(2)
    expect(signed.signatures[0]).not.toEqual({ ...signed.signatures[1], indexSignature: 0 })
    expect(refused(change, ANSWERED, signed)).toEqual(codes)
  })

  it('blocks of a combined question that are added, removed or of another type', () => {
    const blocks = (form: EditorForm): EditorForm => {
      const key = questions(form)[0]?.key ?? ''
      const combined = edit.changeQuestionType(form, key, QUESTION_TYPE.COMBINED)
      return edit.addBlock(edit.addBlock(combined, key, { kind: 'text', key: 't' }), key, { kind: 'input', key: 'i' })
    }
    const before = toTemplateDraft(blocks(toEditorForm(BEFORE, keysOf('k'))))
    const at = (form: EditorForm) => questions(form)[0]
    const block = (form: EditorForm, place: number): string => at(form)?.combinedQuestions?.[place]?.key ?? ''
    const key = (form: EditorForm): string => at(form)?.key ?? ''
    expect(refused((form) => edit.addBlock(form, key(form), { kind: 'break', key: 'x' }), ANSWERED, before)).toEqual([
      'template.structure-locked',
    ])
    expect(refused((form) => edit.removeBlock(form, key(form), block(form, 0)), ANSWERED, before)).toEqual([
      'template.structure-locked',
    ])
    expect(refused((form) => edit.moveBlock(form, key(form), block(form, 0), 1), ANSWERED, before)).toEqual([
      'template.structure-locked',
    ])
    expect(
      refused(
        (form) => edit.updateBlock(form, key(form), block(form, 1), { tipoPregunta: QUESTION_TYPE.RADIO }),
        ANSWERED,
        before,
      ),
    ).toEqual(['template.structure-locked'])
    expect(
      refused((form) => edit.updateBlock(form, key(form), block(form, 0), { content: 'New' }), ANSWERED, before),
    ).toEqual([])
  })
})

describe('a form with answers takes', () => {
  it.each<readonly [string, (form: EditorForm) => EditorForm]>([
    ['another title', (form) => edit.updateForm(form, { titulo: 'New', descripcion: 'New' })],
    [
      'other texts of a section',
      (form) =>
        edit.updateSection(form, first(form), {
          titulo: 'New',
          descripcion: 'New',
          tituloAlternativeLanguage_en: 'New',
        }),
    ],
    [
      'other words for a condition',
      (form) => edit.updateCondition(form, conditional(form)?.conditions[0]?.key ?? '', { condition: 'New' }),
    ],
    [
      'another question text, required or not, with or without attachment',
      (form) =>
        edit.updateQuestion(form, questions(form)[0]?.key ?? '', { titulo: 'New', required: false, adjuntar: true }),
    ],
    [
      'other words for an option',
      (form) => edit.updateOption(form, radio(form)?.key ?? '', radio(form)?.opciones[0]?.key ?? '', { texto: 'New' }),
    ],
    [
      'an option after the others',
      (form) => edit.addOptions(form, radio(form)?.key ?? '', { texts: ['Regular'], newKey }),
    ],
    [
      'another name of a state, other transitions',
      (form) =>
        edit.setTransitions(edit.updateState(form, state(form, 0), { nombre: 'New' }), state(form, 1), [
          state(form, 0),
        ]),
    ],
    [
      'switches, signatures, a limit',
      (form) =>
        edit.updateForm(
          edit.setSignatureCount(edit.setFormOption(form, 'limitResponses', true, { newKey }), 2, newKey),
          {
            responsesCount: 9,
          },
        ),
    ],
  ])('%s', (_what, change) => expect(refused(change)).toEqual([]))

  it('an initial state, if it came without one: else it could not be saved at all', () => {
    const without = { ...BEFORE, estados: { ...BEFORE.estados, inicial: null } }
    expect(refused((form) => edit.setInitialState(form, state(form, 1)), ANSWERED, without)).toEqual([])
  })

  it('numbers put right, if they meant nothing', () => {
    const [one] = BEFORE.secciones
    const broken = { ...BEFORE, secciones: BEFORE.secciones.map((section) => ({ ...section, orden: one?.orden ?? 0 })) }
    expect(refused((form) => edit.updateForm(form, { titulo: 'New' }), ANSWERED, broken)).toEqual([])
  })
})

it('locks say nothing about a form that was not changed', () => {
  fc.assert(
    fc.property(draft, (built) => {
      const again = JSON.parse(JSON.stringify(built)) as edit.TemplateDraft
      for (const locks of [FREE, ANSWERED, CLOSED]) expect(checkLocks(built, again, locks)).toEqual([])
    }),
  )
})

describe('a move is a permutation of what was there', () => {
  const named = (...names: readonly string[]): edit.TemplateDraft => ({
    ...BEFORE,
    estados: { disponibles: names.map((nombre, id) => ({ id, nombre, transiciones: [] })), inicial: 0, history: [] },
  })
  const asked = (...titles: readonly string[]): edit.TemplateDraft => {
    const preguntas = titles.map((titulo, orden) => question(orden, { titulo }))
    return { ...BEFORE, secciones: [section(0, preguntas)] }
  }

  it.each([
    ['each takes the name of the next', ['Pendiente', 'En curso'], ['En curso', 'Cerrado'], false],
    ['a longer run of names', ['A', 'B', 'C', 'D'], ['B', 'C', 'D', 'E'], false],
    ['nothing but a space', ['A', 'B'], ['A ', 'B'], false],
    ['two in each other’s place', ['A', 'B', 'C'], ['B', 'A', 'C'], true],
    ['the same with a space', ['A', 'B', 'C'], ['B ', ' A', 'C'], true],
    ['three in a round', ['A', 'B', 'C'], ['C', 'A', 'B'], true],
    ['two in each other’s place, another renamed', ['A', 'B', 'C'], ['B', 'A', 'D'], true],
  ] as const)('%s', (_, before, after, moved) => {
    const states = checkLocks(named(...before), named(...after), ANSWERED)
    const questions = checkLocks(asked(...before), asked(...after), ANSWERED)
    expect(states.map(({ code }) => code)).toEqual(moved ? ['template.states-locked'] : [])
    expect(questions.map(({ code }) => code)).toEqual(moved ? ['template.structure-locked'] : [])
  })

  it('also of sections that begin alike', () => {
    const ending = (...last: readonly string[]): edit.TemplateDraft => ({
      ...BEFORE,
      secciones: last.map((titulo, orden) =>
        section(orden, [question(0), question(1, { titulo })], { titulo: 'Floor' }),
      ),
    })
    expect(checkLocks(ending('A', 'B', 'C'), ending('B', 'A', 'C'), ANSWERED)).toHaveLength(1)
    expect(checkLocks(ending('A', 'B', 'C'), ending('X', 'Y', 'Z'), ANSWERED)).toEqual([])
  })

  it('a conditional section that came with repetition may lose it: else it could not be saved at all', () => {
    const repeated = (repetible: boolean): edit.TemplateDraft => ({
      ...BEFORE,
      secciones: [section(0, [], { conditionalSection: true, repetible, conditions: [condition(0, [question(0)])] })],
    })
    const counts = [true, false].map((had) => checkLocks(repeated(had), repeated(!had), ANSWERED).length)
    expect(counts).toEqual([0, 1])
  })
})

describe('a long list of options, all of them reworded', () => {
  const COUNT = 500
  /** Number of reads of the options, counted by a proxy. */
  let looks = 0
  const text = (texto: string) =>
    new Proxy({ texto }, { ownKeys: (target) => ((looks += 1), Reflect.ownKeys(target)) }) as unknown as string
  const asking = (texts: readonly string[]): edit.TemplateDraft => {
    const opciones = texts.map((texto, orden) => ({ orden, texto: text(texto), checked: false }))
    const secciones = BEFORE.secciones.map((section) => ({
      ...section,
      preguntas: section.preguntas.map((question) => ({ ...question, opciones })),
    }))
    return { ...BEFORE, secciones }
  }
  const words = (word: string) => Array.from({ length: COUNT }, (_, index) => `${word} ${index}`)

  it('is looked through and not compared each with each', () => {
    looks = 0
    expect(checkLocks(asking(words('Street')), asking(words('Road')), ANSWERED)).toEqual([])
    expect(looks).toBeLessThan(20 * COUNT * BEFORE.secciones.flatMap(({ preguntas }) => preguntas).length)
  })

  it('is refused when two of them have changed places', () => {
    const [one = '', other = '', ...rest] = words('Street')
    const after = checkLocks(asking([one, other, ...rest]), asking([other, one, ...words('Road').slice(2)]), ANSWERED)
    expect(after[0]?.code).toBe('template.structure-locked')
  })
})
