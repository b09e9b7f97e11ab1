import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { keysOf } from '#tests/support/builders/template-edits.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../questions/index.ts'
import * as edit from '../index.ts'
import { toTemplateDraft, type EditorForm, findQuestion, toEditorForm, walkQuestions } from '../index.ts'

const newKey = keysOf('new')
const FORM = toEditorForm(buildTemplate(), keysOf('k'))
const [PLAIN, REPEATABLE, CONDITIONAL] = FORM.secciones.map(({ key }) => key) as [string, string, string]
const [FIRST, SECOND] = FORM.secciones.flatMap(({ conditions }) => conditions.map(({ key }) => key)) as [string, string]
const titled = (titulo: string): string =>
  [...walkQuestions(FORM)].find(({ found }) => found.titulo === titulo)?.found.key ?? ''
const titles = (form: EditorForm, parent: string) => edit.listQuestionsIn(form, parent)?.map(({ titulo }) => titulo)
const questionIn = (form: EditorForm, key: string) => findQuestion(form, key)?.found

describe('sections', () => {
  it('are neither conditional nor repeatable at first, and are where they are put', () => {
    const form = edit.addSection(FORM, 'x', 1)
    expect(form.secciones.map(({ key }) => key)).toEqual([PLAIN, 'x', REPEATABLE, CONDITIONAL])
    expect(form.secciones[1]).toMatchObject({
      conditionalSection: false,
      repetible: false,
      preguntas: [],
      conditions: [],
    })
  })

  it('ask before a change of type if they have content, and lose it, but not their texts', () => {
    const [plain, , conditional] = FORM.secciones
    expect([plain, conditional].map((section) => section !== undefined && edit.hasSectionContent(section))).toEqual([
      true,
      true,
    ])
    const wiped = edit.changeSectionType(FORM, PLAIN, true).secciones[0]
    expect(wiped).toMatchObject({ titulo: 'Local', conditionalSection: true, preguntas: [], conditions: [] })
    const normal = edit.changeSectionType(FORM, CONDITIONAL, false).secciones[2]
    expect(normal).toMatchObject({
      conditionalSection: false,
      required: false,
      conditionalQuestion: '',
      conditions: [],
    })
    expect(edit.changeSectionType(FORM, PLAIN, false)).toBe(FORM)
  })

  it('that are conditional do not repeat', () => {
    expect(edit.changeSectionType(FORM, REPEATABLE, true).secciones[1]?.repetible).toBe(false)
    expect(edit.updateSection(FORM, CONDITIONAL, { repetible: true })).toBe(FORM)
  })

  it('are copied after themselves, with all that is in them, under new keys', () => {
    const form = edit.duplicateSection(FORM, CONDITIONAL, 'copy', newKey)
    expect(form.secciones[3]?.key).toBe('copy')
    const [original, copy] = toTemplateDraft(form).secciones.slice(2)
    expect({ ...copy, orden: 2 }).toEqual(original)
    const both = [...walkQuestions(edit.duplicateSection(form, PLAIN, 'other', newKey))].map(({ found }) => found.key)
    expect([both.length, new Set(both).size]).toEqual([22, 22])
  })

  it('take conditions only if they are conditional', () => {
    expect(edit.addCondition(FORM, PLAIN, 'x')).toBe(FORM)
    expect(edit.addCondition(FORM, CONDITIONAL, 'x', 0).secciones[2]?.conditions.map(({ key }) => key)).toEqual([
      'x',
      FIRST,
      SECOND,
    ])
  })
})

describe('questions', () => {
  it('move within a section, to the place where they then are', () => {
    expect(titles(edit.moveQuestion(FORM, titled('Nombre'), { parent: PLAIN, index: 2 }), PLAIN)?.slice(0, 3)).toEqual([
      'Empleados',
      'Superficie',
      'Nombre',
    ])
    expect(titles(edit.moveQuestion(FORM, titled('Fachada'), { parent: PLAIN, index: 99 }), PLAIN)?.at(-1)).toBe(
      'Fachada',
    )
  })

  it('move into other sections and conditions as the very objects that they were', () => {
    const moved = edit.moveQuestion(FORM, titled('Nombre'), { parent: SECOND, index: 0 })
    expect(titles(moved, SECOND)).toEqual(['Nombre', 'Metros'])
    expect(titles(moved, PLAIN)).not.toContain('Nombre')
    expect(questionIn(moved, titled('Nombre'))).toBe(questionIn(FORM, titled('Nombre')))
    expect(moved.secciones[1]).toBe(FORM.secciones[1])
    const [plain, , conditional] = toTemplateDraft(moved).secciones
    expect(
      [plain?.preguntas, conditional?.conditions[1]?.questions].map((list) => list?.map(({ orden }) => orden)),
    ).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      [0, 1],
    ])
  })

  it('stay where no question can be', () => {
    expect(edit.moveQuestion(FORM, titled('Nombre'), { parent: CONDITIONAL, index: 0 })).toBe(FORM)
    expect(edit.addQuestion(FORM, CONDITIONAL, 'x')).toBe(FORM)
  })

  it('lose what their new type has no use for', () => {
    const radio = titled('Estado')
    expect(questionIn(edit.changeQuestionType(FORM, radio, QUESTION_TYPE.SELECT), radio)?.opciones).toHaveLength(2)
    expect(questionIn(edit.changeQuestionType(FORM, radio, QUESTION_TYPE.OPEN), radio)?.opciones).toEqual([])
    const date = edit.changeQuestionType(FORM, titled('Vencimiento'), QUESTION_TYPE.BOOLEAN)
    expect(questionIn(date, titled('Vencimiento'))?.tipoDato).toBe(DATA_TYPE.STRING)
    const link = edit.updateQuestion(FORM, radio, { link: '/x' })
    expect(questionIn(link, radio)).not.toHaveProperty('link')
    const combined = edit.changeQuestionType(FORM, radio, QUESTION_TYPE.COMBINED)
    expect(questionIn(combined, radio)).toMatchObject({ combinedQuestions: [], opciones: [] })
    expect(questionIn(edit.changeQuestionType(combined, radio, QUESTION_TYPE.RADIO), radio)).not.toHaveProperty(
      'combinedQuestions',
    )
  })

  it('lose the mark of a code that none could answer, and keep it among text and whole numbers', () => {
    const text = edit.updateQuestion(FORM, titled('Nombre'), { escaneable: true })
    const number = edit.updateQuestion(text, titled('Nombre'), { tipoDato: DATA_TYPE.NUMBER })
    expect(questionIn(number, titled('Nombre'))?.escaneable).toBe(true)
    const date = edit.updateQuestion(text, titled('Nombre'), { tipoDato: DATA_TYPE.DATE })
    expect(questionIn(date, titled('Nombre'))).not.toHaveProperty('escaneable')
    const choice = edit.changeQuestionType(text, titled('Nombre'), QUESTION_TYPE.RADIO)
    expect(questionIn(choice, titled('Nombre'))).not.toHaveProperty('escaneable')
  })

  it('are a place while they are text', () => {
    const text = edit.updateQuestion(FORM, titled('Nombre'), { esUbicacion: true })
    expect(questionIn(text, titled('Nombre'))?.esUbicacion).toBe(true)
    const number = edit.updateQuestion(text, titled('Nombre'), { tipoDato: DATA_TYPE.NUMBER })
    expect(questionIn(number, titled('Nombre'))).not.toHaveProperty('esUbicacion')
  })

  it('lose the mark of an answer that comes back where there is none', () => {
    const text = edit.updateQuestion(FORM, titled('Nombre'), { seRepite: false })
    const date = edit.updateQuestion(text, titled('Nombre'), { tipoDato: DATA_TYPE.DATE })
    expect(questionIn(date, titled('Nombre'))?.seRepite).toBe(false)
    const heading = edit.updateQuestion(text, titled('Nombre'), { tipoDato: DATA_TYPE.TITLE })
    expect(questionIn(heading, titled('Nombre'))).not.toHaveProperty('seRepite')
  })

  it('name the answer while they can', () => {
    const text = edit.updateQuestion(FORM, titled('Nombre'), { nombraRespuesta: true })
    const choice = edit.changeQuestionType(text, titled('Nombre'), QUESTION_TYPE.RADIO)
    expect(questionIn(choice, titled('Nombre'))?.nombraRespuesta).toBe(true)
    const yes = edit.changeQuestionType(text, titled('Nombre'), QUESTION_TYPE.BOOLEAN)
    expect(questionIn(yes, titled('Nombre'))).not.toHaveProperty('nombraRespuesta')
    const heading = edit.updateQuestion(text, titled('Nombre'), { tipoDato: DATA_TYPE.TITLE })
    expect(questionIn(heading, titled('Nombre'))).not.toHaveProperty('nombraRespuesta')
  })

  it('that only show a title are not required, unless something can be attached', () => {
    const key = titled('Nombre')
    const heading = edit.updateQuestion(FORM, key, { tipoDato: DATA_TYPE.TITLE })
    expect(questionIn(heading, key)?.required).toBe(false)
    expect(edit.updateQuestion(heading, key, { required: true })).toBe(heading)
    const attached = edit.updateQuestion(heading, key, { required: true, adjuntar: true })
    expect(questionIn(attached, key)?.required).toBe(true)
    expect(questionIn(edit.updateQuestion(attached, key, { adjuntar: false }), key)?.required).toBe(false)
  })
})

describe('options', () => {
  it('are pasted as lines', () => {
    expect(edit.splitOptionTexts('Good\r\n  Bad \n\n\tUgly\n')).toEqual(['Good', 'Bad', 'Ugly'])
    const form = edit.addOptions(FORM, titled('Estado'), { texts: ['Regular', 'Other'], newKey, index: 1 })
    expect(questionIn(form, titled('Estado'))?.opciones.map(({ texto }) => texto)).toEqual([
      'Bueno',
      'Regular',
      'Other',
      'Malo',
    ])
  })

  it('of an input of a combined question are edited the same way', () => {
    const key = titled('Nombre')
    const combined = edit.addBlock(edit.changeQuestionType(FORM, key, QUESTION_TYPE.COMBINED), key, {
      kind: 'input',
      key: 'input',
    })
    const form = edit.addOptions(
      edit.updateBlock(combined, key, 'input', { tipoPregunta: QUESTION_TYPE.RADIO }),
      'input',
      { texts: ['Yes'], newKey },
    )
    expect(questionIn(form, key)).toMatchObject({
      combinedQuestions: [{ opciones: [{ texto: 'Yes' }] }],
    })
    const open = edit.updateBlock(form, key, 'input', { tipoPregunta: QUESTION_TYPE.OPEN })
    expect(questionIn(open, key)).toMatchObject({ combinedQuestions: [{ opciones: [] }] })
  })
})

describe('a combined question', () => {
  const key = titled('Nombre')
  const initial = edit.changeQuestionType(FORM, key, QUESTION_TYPE.COMBINED)
  const editing = edit.addBlock(initial, key, { kind: 'text', key: 't' })

  it('is in the form as it is typed: nothing waits to be saved', () => {
    const marked = {
      ...editing,
      secciones: editing.secciones.map((section) => ({
        ...section,
        preguntas: section.preguntas.map((one) => ({ ...one, unsaved: true })),
      })),
    }
    for (const form of [initial, editing, edit.updateBlock(marked, key, 't', { style: 'bold' })])
      expect(toTemplateDraft(form).secciones[0]?.preguntas[0]).not.toHaveProperty('unsaved')
  })

  it('has texts, inputs and breaks, each with its own fields only', () => {
    const form = edit.addBlock(edit.addBlock(editing, key, { kind: 'break', key: 'b', index: 0 }), key, {
      kind: 'input',
      key: 'i',
    })
    const edited = edit.updateBlock(
      edit.updateBlock(form, key, 'i', { name: 'Number', content: 'ignored', required: true }),
      key,
      't',
      { content: 'Note' },
    )
    const blocks = toTemplateDraft(edit.moveBlock(edited, key, 'i', 0)).secciones[0]?.preguntas[0]?.combinedQuestions
    expect(blocks).toMatchObject([
      { type: 'input', orden: 0, name: 'Number', required: true },
      { type: 'break', orden: 1 },
      { type: 'text', orden: 2, content: 'Note', style: 'normal' },
    ])
    expect(blocks?.[0]).not.toHaveProperty('content')
  })
})

describe('signatures', () => {
  it('are added with the defaults and taken away at the end', () => {
    const three = edit.setSignatureCount(FORM, 3, newKey)
    expect(three.signatures[0]).toBe(FORM.signatures[0])
    expect(toTemplateDraft(three).signatures[2]).toEqual({
      title: '',
      typeOfSignature: 'both',
      tipeOfSignatory: 'citizen',
      required: false,
      indexSignature: 2,
    })
    expect(edit.setSignatureCount(three, 1, newKey).signatures).toEqual(FORM.signatures)
    expect(edit.setSignatureCount(FORM, 1, newKey)).toBe(FORM)
    expect(edit.setSignatureCount(FORM, 1e9, newKey).signatures).toHaveLength(100)
  })
})

describe('the tie to the management system', () => {
  const tied = edit.updateMuniCore(edit.addState(edit.createEmptyForm(), 's', 'Open'), {
    areaId: '1',
    areaDescripcion: 'Parks',
    idTipoIncidente: 't',
  })
  const typed = edit.updateState(tied, 's', { idTipoIncidente: 'u' })

  it('loses the incident types of another area, and of the other way to make them', () => {
    expect(tied.muniCore).toEqual({ areaId: '1', areaDescripcion: 'Parks', idTipoIncidente: 't' })
    for (const form of [edit.updateMuniCore(typed, { areaId: '2' }), edit.updateMuniCore(typed, { perState: true })]) {
      expect(form.muniCore).not.toHaveProperty('idTipoIncidente')
      expect(form.estados.disponibles[0]).not.toHaveProperty('idTipoIncidente')
    }
    expect(edit.updateMuniCore(typed, { username: 'ana' }).estados).toBe(typed.estados)
  })

  it('takes everything with it when it is switched off', () => {
    const off = edit.setManagementSystemLink(typed, false)
    expect(off).not.toHaveProperty('muniCore')
    expect(off.estados.disponibles[0]).not.toHaveProperty('idTipoIncidente')
  })
})
