import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '../../questions/index.ts'
import { templateDraftSchema, type Section } from '../index.ts'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { findReaderAdvice } from './reader-advice.ts'

const { RADIO, SELECT, COMBINED } = QUESTION_TYPE
const AT = { section: 0, condition: null, question: 0 } as const

const advise = (sections: readonly Section[], change: object = {}) =>
  findReaderAdvice(templateDraftSchema.parse(templateOf(sections, change)))
const asked = (...changes: readonly object[]) => [
  section(
    0,
    changes.map((change, orden) => question(orden, change)),
  ),
]
const options = (...texts: readonly string[]) => texts.map((texto, orden) => ({ orden, texto }))
/** `kind` and `field` of the advice on a question with this text. */
const adviceOn = (change: object) =>
  advise(asked(change)).map(({ kind, place }) => [kind, 'field' in place ? place.field : place.kind])

it('says nothing of a plain form', () => {
  expect(advise(asked({}, { tipoPregunta: RADIO, opciones: options('Sí', 'No') }))).toEqual([])
})

it('is at the place where a section is now, after the section was moved', () => {
  const [one, other] = [section(0, [question(0, { titulo: 'Campos en rojo' })]), section(1, [question(0)])]
  const place = { kind: 'question', condition: null, question: 0, field: 'titulo' }
  expect(findReaderAdvice(templateOf([one, other]))).toMatchObject([{ place: { ...place, section: 0 } }])
  expect(findReaderAdvice(templateOf([other, one]))).toMatchObject([{ place: { ...place, section: 1 } }])
})

describe('an image of the form', () => {
  const opcionales = { ...templateOf([]).opcionales, headerImg: true }
  const url = `/api/imagenes/${'a'.repeat(64)}`
  const kinds = (change: object) =>
    findReaderAdvice({ ...templateOf(asked({})), opcionales, headerImageURL: url, ...change }).map(({ kind }) => kind)

  it('needs a description of the form', () => {
    const draft = { ...templateOf(asked({})), opcionales, headerImageURL: url, descripcion: ' ' }
    expect(findReaderAdvice(draft)).toEqual([{ kind: 'image-unread', place: { kind: 'field', field: 'descripcion' } }])
    expect(kinds({ descripcion: 'Relevamiento 2026' })).toEqual([])
    expect(kinds({ descripcion: '', opcionales: { ...opcionales, headerImg: false } })).toEqual([])
    expect(kinds({ descripcion: '', headerImageURL: undefined })).toEqual([])
  })
})

describe('what reads alike', () => {
  const choices = (...texts: readonly string[]) =>
    advise(asked({ tipoPregunta: SELECT, opciones: options(...texts) })).map(({ place }) =>
      place.kind === 'choice' ? place.choice : -1,
    )

  it.each([
    ['accents and case', ['Sí', 'No', 'SI'], [2]],
    ['punctuation and spaces', ['Sin dato', 'sin-dato.', '«Sin  Dato»', '(sindato)'], [1, 2, 3]],
    ['invisible characters', ['Bar', 'Bar\u200B'], [1]],
    ['equal options, of which a hint tells', ['Bar', 'bar '], []],
    ['grades, amounts and signs', ['A', 'A+', 'A-', 'B'], [2]],
    ['numbers', ['15', '1,5', '-15', '15 %', '1/5'], []],
    ['stars and empty options', ['*', '**', '', '', '—', '…'], []],
  ] as const)('is an option: %s', (_what, texts, expected) => {
    expect(choices(...texts)).toEqual(expected)
  })

  it('is an option of a combined question', () => {
    const input = { type: 'input', orden: 1, name: 'x', tipoPregunta: RADIO, opciones: options('Sí', 'si') }
    const text = { type: 'text', orden: 0, content: 'Hay' }
    expect(advise(asked({ tipoPregunta: COMBINED, combinedQuestions: [text, input] }))).toEqual([
      { kind: 'options-alike', place: { kind: 'choice', ...AT, block: 1, choice: 1 } },
    ])
  })

  it('is a question of the same section or condition, unless it is a heading or a link', () => {
    const alike = [{ titulo: '¿Nombre?' }, { titulo: 'Otro' }, { titulo: 'nombre' }]
    expect(advise(asked(...alike))).toEqual([
      { kind: 'questions-alike', place: { kind: 'question', ...AT, question: 2, field: 'titulo' } },
    ])
    expect(advise([...asked({ titulo: 'Nombre' }), section(1, [question(0, { titulo: 'Nombre' })])])).toEqual([])
    for (const tipoDato of [DATA_TYPE.TITLE, DATA_TYPE.LINK])
      expect(advise(asked({ titulo: 'Baño', tipoDato }, { titulo: 'Baño' }))).toEqual([])
    const name = question(0, { titulo: 'Nombre' })
    const again = question(1, { titulo: 'NOMBRE:' })
    const change = { conditionalSection: true, conditions: [condition(0, [name]), condition(1, [name, again])] }
    expect(advise([section(0, [], change)])).toEqual([
      {
        kind: 'questions-alike',
        place: { kind: 'question', section: 0, condition: 1, question: 1, field: 'titulo' },
      },
    ])
  })
})

describe('a colour named alone', () => {
  it.each([
    'Complete los campos en rojo.',
    'Las casillas que están marcadas con fondo amarillo son obligatorias.',
    'Los campos obligatorios se muestran en color rojo',
    'Primero lea esto. Luego toque el botón verde.',
    'El botón de color azul guarda.',
    'Lo que aparece en rojo es obligatorio.',
    'Responda los marcados en naranja.',
    'Fields shown in red are required.',
    'Press the green button to send.',
    'Required fields are highlighted in red',
    'Answer the red-coloured questions.',
    'What is in red must be filled in.',
  ])('is found in a help text: %s', (ayuda) => {
    expect(adviceOn({ ayuda })).toEqual([['colour-alone', 'ayuda']])
  })

  it.each([
    'Deje en blanco los campos que no correspondan.',
    'Las casillas en blanco no se cuentan.',
    'Los campos con un asterisco rojo son obligatorios.',
    'Indique si el cordón está pintado de amarillo.',
    'El semáforo en rojo dura 40 segundos.',
    'Zona verde: plazas y parques. Elija la opción más cercana.',
    'Opciones: rojo, verde y azul.',
    'Botón «Guardar», abajo a la derecha',
    '¿Completó los campos en rojo?',
    'Required fields are marked with a star.',
    'The kerb is painted red next to the hydrant.',
    'Redo the fields that are left open.',
    'Green areas and brown bins: choose an option.',
  ])('is not: %s', (ayuda) => {
    expect(adviceOn({ ayuda })).toEqual([])
  })

  it('is found in titles if they tell what to do, or speak of parts that only forms have', () => {
    expect(adviceOn({ titulo: 'Toque el botón verde' })).toEqual([['colour-alone', 'titulo']])
    expect(adviceOn({ titulo: 'Campos en rojo' })).toEqual([['colour-alone', 'titulo']])
    expect(adviceOn({ titulo: 'Botón rojo de emergencia' })).toEqual([])
    expect(adviceOn({ titulo: '¿Funciona el botón rojo?' })).toEqual([])
    expect(adviceOn({ titulo: 'El botón verde guarda', tipoDato: DATA_TYPE.TITLE })).toEqual([
      ['colour-alone', 'titulo'],
    ])
    expect(adviceOn({ tipoPregunta: RADIO, opciones: options('Casilla roja', 'Casilla azul') })).toEqual([])
    expect(advise(asked({}), { descripcion: 'Complete los campos en rojo' })).toEqual([
      { kind: 'colour-alone', place: { kind: 'field', field: 'descripcion' } },
    ])
  })
})

describe('a long sentence', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

  it('has more than 25 words, in one of the sentences or lines of a text', () => {
    expect(adviceOn({ titulo: words(25) })).toEqual([])
    expect(adviceOn({ titulo: words(26) })).toEqual([['sentence-long', 'titulo']])
    expect(adviceOn({ titulo: `${words(25)} – 1` })).toEqual([['sentence-long', 'titulo']])
    expect(adviceOn({ titulo: `${words(25)} – …` })).toEqual([])
    expect(adviceOn({ ayuda: `${words(20)}. ${words(20)}? ${words(20)}\n${words(20)}` })).toEqual([])
    expect(adviceOn({ ayuda: `${words(3)}. ${words(26)}` })).toEqual([['sentence-long', 'ayuda']])
    expect(adviceOn({ ayuda: '一'.repeat(500) })).toEqual([])
  })

  it('is found in all texts, in the order of the screen', () => {
    const long = words(26)
    const text = { type: 'text', orden: 0, content: long }
    const input = { type: 'input', orden: 1, name: long, tipoPregunta: RADIO, opciones: options(long) }
    const questions = [
      question(0, { tipoPregunta: RADIO, opciones: options('A', long) }),
      question(1, { tipoPregunta: COMBINED, combinedQuestions: [text, input] }),
    ]
    const conditional = { titulo: '', conditionalSection: true, conditionalQuestion: long }
    const conditions = [{ ...condition(0, []), condition: long }]
    const repeated = { titulo: long, descripcion: long, repetible: true, nombreFila: long }
    const sections = [section(0, questions, repeated), section(1, [], { ...conditional, conditions })]
    const found = advise(sections, { descripcion: long, textoEmergencia: long })
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['sentence-long']))
    expect(found.map(({ place }) => place)).toEqual([
      { kind: 'field', field: 'descripcion' },
      { kind: 'field', field: 'textoEmergencia' },
      { kind: 'section', section: 0, field: 'titulo' },
      { kind: 'section', section: 0, field: 'descripcion' },
      { kind: 'section', section: 0, field: 'nombreFila' },
      { kind: 'choice', ...AT, block: null, choice: 1 },
      { kind: 'block', ...AT, question: 1, block: 0, field: 'content' },
      { kind: 'block', ...AT, question: 1, block: 1, field: 'name' },
      { kind: 'choice', ...AT, question: 1, block: 1, choice: 0 },
      { kind: 'section', section: 1, field: 'conditionalQuestion' },
      { kind: 'condition', section: 1, condition: 0, field: 'condition' },
    ])
  })

  it('is reported of a very long form only as far as anyone reads, and its languages last', () => {
    const many = Array.from({ length: 400 }, () => ({ titulo: words(26), tituloAlternativeLanguage_ca: 'x' }))
    const found = advise(asked(...many))
    expect(found).toHaveLength(100)
    expect(found.at(-1)).toMatchObject({ kind: 'translation-missing', language: 'ca' })
  })
})

describe('a missing translation', () => {
  it('is counted for each language that the form has in part', () => {
    const titulo = { tituloAlternativeLanguage_en: 'Trade', tituloAlternativeLanguage_pt: 'Ramo' }
    const opciones = [
      { orden: 0, texto: 'Bar', textoAlternativeLanguage_en: 'Bar' },
      { orden: 1, texto: '', textoAlternativeLanguage_pt: 'x' },
    ]
    const changes = { titulo: 'Rubro', ...titulo, ayuda: 'Uno solo', tipoPregunta: RADIO, opciones }
    const head = { titulo: 'Comercios', tituloAlternativeLanguage_en: 'Shops', tituloAlternativeLanguage_ca: ' ' }
    const empty = { descripcion: '', estados: { inicial: null, history: [], disponibles: [] } }
    // English lacks two of “Comercios”, “Section 0”, “Rubro”, “Uno solo” and “Bar”, and Portuguese four.
    expect(advise(asked(changes), { ...head, ...empty })).toEqual([
      {
        kind: 'translation-missing',
        place: { kind: 'field', field: 'tituloAlternativeLanguage_en' },
        language: 'en',
        count: 2,
      },
      {
        kind: 'translation-missing',
        place: { kind: 'field', field: 'tituloAlternativeLanguage_pt' },
        language: 'pt',
        count: 4,
      },
    ])
  })

  it('is none in a form of one language, or in one that is translated whole; unused signatures do not count', () => {
    const both = { titulo: 'Rubro', tituloAlternativeLanguage_en: 'Trade' }
    const head = { ...both, descripcion: '', estados: { inicial: null, history: [], disponibles: [] } }
    const signatures = [{ title: 'Titular', indexSignature: 0 }]
    const sections = [section(0, [question(0, both)], both)]
    expect(advise(sections, { ...head, signatures })).toEqual([])
    const opcionales = { ...templateOf([]).opcionales, digitalSignature: true }
    expect(advise(sections, { ...head, signatures, opcionales })).toMatchObject([{ language: 'en', count: 1 }])
  })
})
