import { describe, expect, it } from 'vitest'
import { MAX_QUESTIONS_PER_LIST } from '../templates/index.ts'
import { MAX_TITLE_LENGTH } from '../kernel/index.ts'
import { type ImportedXlsform, convertXlsform } from './index.ts'
import { imported, only } from '#tests/support/builders/xlsform.ts'

const outline = ({ draft }: ImportedXlsform) =>
  draft.secciones.map(
    ({ titulo, repetible, preguntas }) =>
      `${titulo}${repetible ? '*' : ''}: ${preguntas.map((one) => one.titulo).join(' ')}`,
  )

describe('groups and repeats', () => {
  const HEAD = ['type', 'name', 'label', 'hint']
  it('become sections in the order of the survey', () => {
    const form = imported([
      HEAD,
      ['text', 'a', 'a'],
      ['begin group', 'g', 'G', 'about it'],
      ['text', 'b', 'b'],
      ['end group'],
      ['begin_repeat', 'r', 'R'],
      ['text', 'c', 'c'],
      ['end_repeat'],
      ['text', 'd', 'd'],
    ])
    expect(outline(form)).toEqual([': a', 'G: b', 'R*: c', ': d'])
    expect(form.draft.secciones.map(({ orden, descripcion }) => [orden, descripcion])).toEqual([
      [0, ''],
      [1, 'about it'],
      [2, ''],
      [3, ''],
    ])
    expect(form.draft.secciones[1]?.preguntas[0]?.orden).toBe(0)
    expect(form.notes).toEqual([])
  })

  it('a group in a group is a heading there', () => {
    const form = imported([
      HEAD,
      ['begin group', 'g', 'G'],
      ['text', 'a', 'a'],
      ['begin group', 'h', 'H'],
      ['text', 'b', 'b'],
      ['end group'],
      ['text', 'c', 'c'],
      ['end group'],
    ])
    expect(outline(form)).toEqual(['G: a H b c'])
    expect(form.notes.map(({ code, row }) => [code, row])).toEqual([['group.nested', 4]])
  })

  it('a repeat in a group divides it, and the order stays', () => {
    const form = imported([
      HEAD,
      ['begin group', 'g', 'G'],
      ['text', 'a', 'a'],
      ['begin repeat', 'r', 'R'],
      ['text', 'b', 'b'],
      ['end repeat'],
      ['text', 'c', 'c'],
      ['end group'],
    ])
    expect(outline(form)).toEqual(['G: a', 'R*: b', 'G: c'])
    expect(form.notes.map(({ code }) => code)).toEqual(['group.repeat-inside'])
  })

  it('a repeat in a repeat is asked once in each row', () => {
    const form = imported([
      HEAD,
      ['begin repeat', 'r', 'R'],
      ['text', 'a', 'a'],
      ['begin repeat', 's', 'S'],
      ['text', 'b', 'b'],
      ['end repeat'],
      ['end repeat'],
    ])
    expect(outline(form)).toEqual(['R*: a S b'])
    expect(form.notes.map(({ code }) => code)).toEqual(['group.nested-repeat'])
  })

  it('that do not match are noted and read on', () => {
    const form = imported([HEAD, ['end group'], ['begin group', 'g', 'G'], ['text', 'a', 'a']])
    expect(outline(form)).toEqual(['G: a'])
    expect(form.notes.map(({ code, row, name }) => [code, row, name])).toEqual([
      ['group.not-opened', 2, ''],
      ['group.not-closed', 3, 'g'],
    ])
  })
})

describe('what a form has no place for is reported with its row and its value', () => {
  it.each([
    ['relevant', "${a} = 'x'"],
    ['constraint', '. < 10'],
    ['calculation', '1 + 1'],
    ['default', '5'],
    ['choice_filter', 'state=${s}'],
    ['appearance', 'minimal'],
    ['read_only', 'yes'],
    ['trigger', '${a}'],
    ['parameters', 'start=1'],
    ['guidance_hint', 'more'],
  ])('%s', (column, value) => {
    const { question, notes } = only({ type: 'text', name: 'a', label: 'A', [column]: value })
    expect(question?.titulo).toBe('A')
    expect(notes).toEqual([{ code: `column.${column}`, sheet: 'survey', row: 2, name: 'a', detail: value }])
  })

  it.each([
    ['bind::relevant', 'column.relevant'],
    ['bind:jr:constraintMsg', null],
    ['relevance', 'column.relevant'],
    ['media::image::English', 'column.media'],
    ['control:appearance', 'column.appearance'],
    ['readonly', 'column.read_only'],
    ['unknown', 'column.unknown'],
    ['Mood', 'column.unknown'],
  ])('heading %s', (heading, code) => {
    expect(only({ type: 'text', name: 'a', label: 'A', [heading]: 'x' }).codes).toEqual(code === null ? [] : [code])
  })

  it('a hint is the help of its question, in each language', () => {
    const found = only({ type: 'text', name: 'a', label: 'Superficie', hint: 'en m²', 'hint::en': 'in m²' })
    expect(found.question).toMatchObject({
      titulo: 'Superficie',
      ayuda: 'en m²',
      ayudaAlternativeLanguage_en: 'in m²',
    })
    expect(found.codes).toEqual([])
  })

  it('a hint without a label is the question itself', () => {
    const { question } = only({ type: 'text', name: 'a', hint: 'Superficie en m²' })
    expect(question).toMatchObject({ titulo: 'Superficie en m²' })
    expect(question).not.toHaveProperty('ayuda')
  })

  it('a question without a label has its name; references to other answers stay as text', () => {
    expect(only({ type: 'text', name: 'owner' })).toMatchObject({
      question: { titulo: 'owner' },
      codes: ['label.missing'],
    })
    expect(only({ type: 'text', name: 'a', label: 'Hi ${who}' })).toMatchObject({
      question: { titulo: 'Hi ${who}' },
      codes: ['label.reference'],
    })
  })

  it('settings beside title and language', () => {
    const settings = [
      ['form_title', 'form_id', 'style', 'instance_name'],
      ['Obras', 'o', 'pages', 'concat(${a}, "!")'],
    ]
    const { draft, notes } = only({ type: 'text', name: 'a', label: 'A' }, { settings })
    expect(draft.titulo).toBe('Obras')
    expect(notes.map(({ code, name, detail }) => [code, name, detail])).toEqual([
      ['settings.left-out', 'style', 'pages'],
      ['settings.left-out', 'instance_name', 'concat(${a}, "!")'],
    ])
    expect(draft.secciones[0]?.preguntas[0]).not.toHaveProperty('nombraRespuesta')
  })

  it('the question whose answer names the instance', () => {
    const settings = [['instance_name'], ['${a}']]
    const { draft, notes } = only({ type: 'text', name: 'a', label: 'A' }, { settings })
    expect(draft.secciones[0]?.preguntas[0]?.nombraRespuesta).toBe(true)
    expect(notes).toEqual([])
    // A heading with a photo is empty.
    const photo = only({ type: 'image', name: 'a', label: 'A' }, { settings })
    expect(photo.draft.secciones[0]?.preguntas[0]).not.toHaveProperty('nombraRespuesta')
    expect(photo.notes.map(({ name }) => name)).toEqual(['instance_name'])
  })
})

describe('limits', () => {
  it('a text that is too long is cut, between characters', () => {
    const { question, codes } = only({ type: 'text', name: 'a', label: `${'x'.repeat(MAX_TITLE_LENGTH - 1)}🍔` })
    expect([question?.titulo.length, codes]).toEqual([MAX_TITLE_LENGTH - 1, ['text.cut']])
  })

  it('questions beyond what a section holds are named', () => {
    const rows = Array.from({ length: MAX_QUESTIONS_PER_LIST + 2 }, (_, index) => ['text', `q${index}`, 'Q'])
    const { draft, notes } = imported([['type', 'name', 'label'], ...rows])
    expect(draft.secciones[0]?.preguntas).toHaveLength(MAX_QUESTIONS_PER_LIST)
    expect(notes.map(({ name }) => name)).toEqual([`q${MAX_QUESTIONS_PER_LIST}`, `q${MAX_QUESTIONS_PER_LIST + 1}`])
  })

  it('options beyond what all questions together hold are named, and none are made', () => {
    const choices = [
      ['list_name', 'name', 'label'],
      ...Array.from({ length: 2000 }, (_, at) => ['l', `${at}`, `${at}`]),
    ]
    const rows = Array.from({ length: 60 }, (_, index) => ['select_one l', `q${index}`, 'Q'])
    const { draft, notes } = imported([['type', 'name', 'label'], ...rows], { choices })
    expect(draft.secciones[0]?.preguntas.map(({ opciones }) => opciones.length)).toEqual([
      ...Array(50).fill(2000),
      ...Array(10).fill(0),
    ])
    expect(notes.map(({ code, name }) => [code, name])).toEqual(
      rows.slice(50).map(([, name]) => ['limit.options', name]),
    )
  })

  it('options beyond what a list holds are named with their rows, and so is one without a text', () => {
    const choices = [
      ['list_name', 'name', 'label'],
      ...Array.from({ length: 2002 }, (_, at) => ['l', `${at}`, at === 0 ? '' : `No. ${at}`]),
    ]
    const { question, notes } = only({ type: 'select_one l', name: 'a', label: 'A' }, { choices })
    expect([question?.opciones.length, question?.opciones[0]?.texto]).toEqual([2000, '0'])
    expect(notes.map(({ code, row, name }) => [code, row, name])).toEqual([
      ['list.text-missing', 2, '0'],
      ['limit.options', 2002, 'l'],
      ['limit.options', 2003, 'l'],
    ])
  })

  it('more than ten options get a search box', () => {
    const list = (count: number) => ({
      choices: [['list_name', 'name', 'label'], ...Array.from({ length: count }, (_, at) => ['l', `${at}`, `${at}`])],
    })
    const filtrable = (count: number) =>
      only({ type: 'select_one l', name: 'a', label: 'A' }, list(count)).question?.filtrable
    expect([filtrable(10), filtrable(11)]).toEqual([false, true])
  })
})

describe('a workbook', () => {
  it('without a survey is refused', () => {
    expect(
      convertXlsform(
        [
          {
            name: 'Hoja1',
            rows: [
              ['a', 'b'],
              ['1', '2'],
            ],
          },
        ],
        'x',
      ),
    ).toMatchObject({ problem: { code: 'import.no-survey' } })
    expect(convertXlsform([], 'x')).toMatchObject({ problem: { code: 'import.no-survey' } })
  })

  it('whose survey asks nothing is refused', () => {
    expect(
      convertXlsform(
        [
          {
            name: 'survey',
            rows: [
              ['type', 'name'],
              ['calculate', 'a'],
            ],
          },
        ],
        'x',
      ),
    ).toMatchObject({ problem: { code: 'import.no-questions' } })
  })

  it('may name its sheets and headings in capitals, and begin with empty rows', () => {
    const result = convertXlsform(
      [{ name: ' SURVEY ', rows: [[], ['', 'TYPE', 'Name', 'LABEL'], [], ['', 'text', 'a', ' A ']] }],
      'obras',
    )
    expect(result).toMatchObject({
      ok: true,
      value: { draft: { titulo: 'obras', secciones: [{ preguntas: [{ titulo: 'A' }] }] }, notes: [] },
    })
  })

  it('leaves out rows that are switched off, and reports rows that lost their type', () => {
    const { draft, notes } = imported([
      ['type', 'name', 'label', 'disabled', 'note'],
      ['text', 'a', 'A', '', ''],
      ['text', 'b', 'B', 'yes', ''],
      ['', '', '', '', 'only a remark'],
      ['', 'c', 'C', '', ''],
    ])
    expect(draft.secciones[0]?.preguntas).toHaveLength(1)
    expect(notes.map(({ code, row }) => [code, row])).toEqual([
      ['row.disabled', 3],
      ['row.left-out', 4],
      ['type.missing', 5],
    ])
  })

  it('has its control characters removed', () => {
    expect(only({ type: 'text', name: 'a', label: 'A\u0000\u001Fb\uD800c 🍔' }).question?.titulo).toBe('Abc 🍔')
  })
})
