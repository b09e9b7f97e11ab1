import { describe, expect, it } from 'vitest'
import { DATA_TYPE, type Question, QUESTION_TYPE } from '../questions/index.ts'
import { imported, only } from '#tests/support/builders/xlsform.ts'

const CHOICES = [
  ['list_name', 'name', 'label'],
  ['roof', 'tile', 'Tejas'],
  ['roof', 'sheet', 'Chapa'],
  ['yn', 'y', 'Sí'],
]

describe('a type', () => {
  const { OPEN, SELECT, RADIO, BOOLEAN } = QUESTION_TYPE
  const cases: readonly (readonly [type: string, question: Partial<Question>, codes: readonly string[]])[] = [
    ['text', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.STRING }, []],
    ['string', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.STRING }, []],
    ['integer', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.NUMBER }, []],
    ['INT', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.NUMBER }, []],
    ['decimal', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.DECIMAL }, []],
    ['date', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.DATE }, []],
    ['time', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.TIME }, []],
    ['note', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.TITLE }, []],
    ['image', { tipoDato: DATA_TYPE.TITLE, adjuntar: true }, []],
    ['photo', { tipoDato: DATA_TYPE.TITLE, adjuntar: true }, []],
    ['file', { tipoDato: DATA_TYPE.TITLE, adjuntarDocumento: true }, []],
    ['video', { tipoDato: DATA_TYPE.TITLE, adjuntarVideo: true }, ['type.video-setting']],
    ['select_one roof', { tipoPregunta: RADIO }, []],
    ['select one from roof', { tipoPregunta: RADIO }, []],
    ['select_one  ROOF', { tipoPregunta: RADIO }, []],
    ['add select one prompt using roof', { tipoPregunta: RADIO }, []],
    ['select_one_external roof', { tipoPregunta: RADIO }, []],
    ['select_multiple roof', { tipoPregunta: SELECT }, []],
    ['select all that apply from roof', { tipoPregunta: SELECT }, []],
    ['rank roof', { tipoPregunta: SELECT }, ['type.rank-as-choice']],
    ['select_one roof or_other', { tipoPregunta: RADIO }, ['list.other']],
    ['select all that apply from roof or specify other', { tipoPregunta: SELECT }, ['list.other']],
    ['select_one nothing', { tipoPregunta: RADIO, opciones: [] }, ['list.missing']],
    ['select_one ${who}', { tipoPregunta: RADIO, opciones: [] }, ['list.missing']],
    ['select_one_from_file places.csv', { tipoPregunta: RADIO, opciones: [] }, ['list.from-file']],
    ['datetime', { tipoDato: DATA_TYPE.STRING }, ['type.as-text']],
    ['barcode', { tipoPregunta: OPEN, tipoDato: DATA_TYPE.STRING, escaneable: true }, []],
    ['range', { tipoDato: DATA_TYPE.DECIMAL }, ['type.as-number']],
    ['acknowledge', { tipoPregunta: BOOLEAN }, ['type.as-yes-no']],
  ]
  it.each(cases)('%s', (type, question, codes) => {
    const found = only({ type, name: 'a', label: 'A' }, { choices: CHOICES })
    expect(found.question).toMatchObject({ titulo: 'A', ...question })
    // The workbook has two lists, and most types use none.
    expect(found.codes.filter((code) => code !== 'list.unused')).toEqual(codes)
    if (/roof/i.test(type))
      expect(found.question?.opciones.map(({ orden, texto }) => [orden, texto])).toEqual([
        [0, 'Tejas'],
        [1, 'Chapa'],
      ])
  })

  it.each([
    ['calculate', 'column.calculation'],
    ['audio', 'type.unsupported'],
    ['geotrace', 'type.unsupported'],
    ['osm building', 'type.unsupported'],
    ['start', 'type.metadata'],
    ['uri:deviceid', 'type.metadata'],
    ['hologram', 'type.unknown'],
    ['constructor', 'type.unknown'],
  ])('%s becomes no question, and the report says so', (type, code) => {
    const { draft, notes } = imported([
      ['type', 'name', 'label'],
      ['text', 'a', 'A'],
      [type, 'b', 'B'],
    ])
    expect(draft.secciones.flatMap(({ preguntas }) => preguntas)).toHaveLength(1)
    expect(notes).toMatchObject([{ code, sheet: 'survey', row: 3, name: 'b' }])
  })

  it('geopoint switches the location of the whole answer on', () => {
    const { draft, codes } = only({ type: 'geopoint', name: 'where', label: 'Where?' })
    expect([draft.opcionales.geolocalizacion, draft.secciones, codes]).toEqual([true, [], ['type.as-location']])
  })

  it('geopoint in a repeat is the place of each row', () => {
    const { draft, notes } = imported([
      ['type', 'name', 'label', 'required'],
      ['begin repeat', 'r', 'R'],
      ['begin group', 'g', ''],
      ['geopoint', 'where', 'Where?', 'yes'],
      ['end group'],
      ['end repeat'],
      ['geopoint', 'whole', 'Whole?'],
    ])
    expect(draft.secciones).toHaveLength(1)
    expect(draft.secciones[0]?.preguntas).toMatchObject([
      { titulo: 'Where?', tipoPregunta: OPEN, tipoDato: DATA_TYPE.STRING, esUbicacion: true, required: true },
    ])
    expect(draft.opcionales.geolocalizacion).toBe(true)
    expect(notes.map(({ code, row }) => [code, row])).toEqual([
      ['group.nested', 3],
      ['type.as-location', 7],
    ])
  })
})

describe('required', () => {
  it.each([
    ['yes', true, []],
    ['TRUE', true, []],
    ['true()', true, []],
    ['no', false, []],
    ['', false, []],
    ['${a} > 3', false, ['required.expression']],
  ] as const)('%j', (required, expected, codes) => {
    const found = only({ type: 'text', name: 'a', label: 'A', required })
    expect([found.question?.required, found.codes]).toEqual([expected, codes])
  })

  it('is not kept where the workbook asks only under a condition, or no one else could save', () => {
    expect(only({ type: 'text', name: 'a', label: 'A', required: 'yes', relevant: '${b} = 1' })).toMatchObject({
      question: { required: false },
      codes: ['column.relevant', 'required.conditional'],
    })
    const { draft, notes } = imported([
      ['type', 'name', 'label', 'required', 'relevant'],
      ['begin group', 'g', 'G', '', '${b} = 1'],
      ['begin group', 'h', '', '', ''],
      ['text', 'a', 'A', 'yes', ''],
      ['end group'],
      ['end group'],
      ['text', 'c', 'C', 'yes', ''],
    ])
    expect(draft.secciones.map(({ preguntas }) => preguntas.map(({ required }) => required))).toEqual([[false], [true]])
    expect(notes.map(({ code }) => code)).toEqual(['column.relevant', 'group.nested', 'required.conditional'])
  })

  it('of a note means nothing, of an image the image', () => {
    expect(only({ type: 'note', name: 'a', label: 'A', required: 'yes' }).question?.required).toBe(false)
    expect(only({ type: 'image', name: 'a', label: 'A', required: 'yes' }).question?.required).toBe(true)
  })
})

describe('a number', () => {
  it.each([
    ['integer', '. >= -20 and . <= 50', true],
    ['decimal', '.>-0.5', true],
    ['integer', '. >= 0', undefined],
    ['integer', '${total}-1 > .', undefined],
    ['text', '. != -1', undefined],
  ])('%s whose constraint is %j may be below zero: %j', (type, constraint, expected) => {
    const { question } = only({ type, name: 'a', label: 'A', constraint })
    expect(question?.permiteNegativos).toBe(expected)
  })
})
