import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../questions/index.ts'
import { type TemplateDraft, pickDraftFields, validateTemplate } from '../index.ts'
import { GOOD, opcionales, states, problemsAfter } from '#tests/support/builders/good-draft.ts'

const inFirst = (change: object) => ({ secciones: [section(0, [question(0, change)])] })
const LONG = 'x'.repeat(76)
const SYNC = { muniCore: { areaId: '7' } }

it.each([
  'mailto:ana@relevo.example',
  'mailto:obras@x.example?subject=Bache',
  'tel:+543514221111',
  'tel:147',
  'tel:*147#',
])('a link may lead to %s', (link) => {
  expect(problemsAfter(inFirst({ tipoDato: DATA_TYPE.LINK, tituloLink: 'More', link }))).toEqual([])
})

it('a form that follows every rule may be saved, and so may one with everything that there is', () => {
  expect(problemsAfter({})).toEqual([])
  expect(validateTemplate(pickDraftFields(buildTemplate()))).toEqual([])
})

describe('saving is refused for (part 2, point 5)', () => {
  it.each([
    ['no title', { titulo: '' }, ['template.title-required field titulo']],
    ['a title of blanks', { titulo: ' \n' }, ['template.title-required field titulo']],
    ['no area', { areas: [] }, ['template.area-required field areas']],
    [
      'a header image that is switched on and not there',
      opcionales({ headerImg: true }),
      ['template.header-image-required field headerImageURL'],
    ],
    [
      'a header image that is none of ours',
      { ...opcionales({ headerImg: true }), headerImageURL: '/api/templates/comercios' },
      ['template.image-missing field headerImageURL'],
    ],
    [
      'an appointment without an agenda',
      opcionales({ addAppointment: true }),
      ['template.agenda-required field appointmentGroup'],
    ],
    ['a synchronisation for nothing', { muniCore: { areaId: '7' } }, ['template.sync-purpose-required field muniCore']],
    [
      'incidents under a title of 76 characters',
      { ...SYNC, ...opcionales({ incidentes: true }), titulo: LONG },
      ['template.incident-title-too-long field titulo'],
    ],
    [
      'incidents without an area',
      { muniCore: {}, ...opcionales({ incidentes: true }) },
      ['template.incident-area-required field muniCore.areaId'],
    ],
    [
      'incidents without a tie',
      opcionales({ incidentes: true }),
      ['template.incident-area-required field muniCore.areaId'],
    ],
    [
      'a limit without a number',
      opcionales({ limitResponses: true }),
      ['template.responses-count-required field responsesCount'],
    ],
    [
      'a limit of 0',
      { ...opcionales({ limitResponses: true }), responsesCount: 0 },
      ['template.responses-count-required field responsesCount'],
    ],
    ['no section', { secciones: [] }, ['template.section-required field secciones']],
    [
      'no question in any section',
      { secciones: [section(0, []), section(1, [], { conditionalSection: true, conditions: [condition(0, [])] })] },
      ['template.question-required field secciones'],
    ],
    [
      'a question where the section does not ask it',
      { secciones: [section(0, [question(0)], { conditionalSection: true })] },
      ['template.question-required field secciones'],
    ],
    [
      'an unsaved combined question',
      inFirst({ tipoPregunta: QUESTION_TYPE.COMBINED, unsaved: true }),
      ['template.combined-unsaved question 0 0 combinedQuestions'],
    ],
    ['a state without a name', states('Open', ' '), ['state.name-required state 1 nombre']],
    ['two states of one name', states('Open', 'Open '), ['state.name-taken state 1 nombre']],
    [
      'a signature with a title of 41 characters',
      {
        signatures: [
          {
            title: 'x'.repeat(41),
            typeOfSignature: 'both',
            tipeOfSignatory: 'citizen',
            indexSignature: 0,
            required: false,
          },
        ],
      },
      ['signature.title-too-long signature 0 title'],
    ],
    [
      'a required heading',
      inFirst({ tipoDato: DATA_TYPE.TITLE, required: true }),
      ['template.title-not-required question 0 0 required'],
    ],
    [
      'a link without title and link',
      inFirst({ tipoDato: DATA_TYPE.LINK }),
      ['template.link-incomplete question 0 0 tituloLink', 'template.link-incomplete question 0 0 link'],
    ],
    ...['mailto:ana', 'mailto:', 'tel:', 'tel:muni', 'www.relevo.example', '/local', 'https://'].map(
      (link) =>
        [
          `the link ${link}`,
          inFirst({ tipoDato: DATA_TYPE.LINK, tituloLink: 'More', link }),
          ['template.link-unsafe question 0 0 link'],
        ] as const,
    ),
    [
      'one incident type for each of one state',
      { muniCore: { areaId: '7', perState: true }, ...opcionales({ incidentes: true }), ...states('Open') },
      ['template.incident-states-required field muniCore.perState'],
    ],
    [
      'a state whose incident type would be too long',
      {
        titulo: 'x'.repeat(69),
        muniCore: { areaId: '7', perState: true },
        ...opcionales({ incidentes: true }),
        ...states('New', 'Inspected'),
      },
      ['state.incident-name-too-long state 1 nombre'],
    ],
    [
      'portable print with a logo',
      { pdfSettings: { portablePrint: true, logoChecked: true, location: 'center', removeUnanswered: false } },
      ['template.logo-with-portable-print field pdfSettings'],
    ],
  ] as const)('%s', (_what, change, expected) => expect(problemsAfter(change)).toEqual(expected))
})

describe('saving is not refused for', () => {
  it.each([
    [
      'a title of 75 characters with incidents',
      { ...SYNC, ...opcionales({ incidentes: true }), titulo: 'x'.repeat(75) },
    ],
    ['a long title without incidents', { titulo: LONG }],
    ['a synchronisation for citizens only', { muniCore: {}, ...opcionales({ ciudadano: true }) }],
    ['a limit of 1', { ...opcionales({ limitResponses: true }), responsesCount: 1 }],
    [
      'a header image that is there',
      { ...opcionales({ headerImg: true }), headerImageURL: `/api/templates/comercios/images/${'a'.repeat(64)}` },
    ],
    [
      'a chosen agenda',
      {
        ...opcionales({ addAppointment: true }),
        appointmentGroup: { appointmentData: { id: '1', name: 'A' }, tenantId: 't', tenantUniqueName: 't' },
      },
    ],
    [
      'a required heading with an attachment',
      inFirst({ tipoDato: DATA_TYPE.TITLE, required: true, adjuntarDocumento: true }),
    ],
    ['a required question with an attachment', inFirst({ required: true, adjuntar: true })],
    ['a whole link', inFirst({ tipoDato: DATA_TYPE.LINK, link: 'https://example.org', tituloLink: 'More' })],
    ['an open question that was marked as unsaved', inFirst({ unsaved: true })],
    [
      'a question under a condition',
      { secciones: [section(0, [], { conditionalSection: true, conditions: [condition(0, [question(0)])] })] },
    ],
    [
      'states whose incident types fit',
      { muniCore: { areaId: '7', perState: true }, ...opcionales({ incidentes: true }), ...states('New', 'Done') },
    ],
  ])('%s', (_what, change) => expect(problemsAfter(change)).toEqual([]))
})

describe('what no screen makes is refused too:', () => {
  const state = (transiciones: readonly number[]) => ({
    ...states('A', 'B'),
    estados: {
      ...states('A', 'B').estados,
      disponibles: [
        { id: 0, nombre: 'A', transiciones },
        { id: 1, nombre: 'B', transiciones: [] },
      ],
    },
  })

  it.each([
    ['a state that goes to itself', state([0]), ['state.transition-wrong state 0 transiciones']],
    ['a state that goes nowhere', state([5]), ['state.transition-wrong state 0 transiciones']],
    ['the same transition twice', state([1, 1]), ['state.transition-wrong state 0 transiciones']],
    [
      'states without an initial one',
      { estados: { ...states('A').estados, inicial: null } },
      ['state.initial-wrong field estados'],
    ],
    [
      'an initial state that there is not',
      { estados: { ...states('A').estados, inicial: 3 } },
      ['state.initial-wrong field estados'],
    ],
    [
      'options that exclude each other',
      opcionales({ publico: true, ciudadano: true }),
      ['option.not-with-citizen option publico', 'option.not-with-public option ciudadano'],
    ],
    [
      'questions that share a number',
      { secciones: [section(0, [question(0), question(0)])] },
      ['template.broken field secciones'],
    ],
  ] as const)('%s', (_what, change, expected) => expect(problemsAfter(change)).toEqual(expected))

  it('what the document could not hold, at its place', () => {
    const long = 'x'.repeat(2001)
    const blocks = [
      {
        type: 'input',
        orden: 0,
        name: long,
        tipoPregunta: QUESTION_TYPE.RADIO,
        tipoDato: DATA_TYPE.STRING,
        required: false,
        filtrable: false,
        opciones: [{ orden: 0, texto: long, checked: false }],
      },
    ]
    const secciones = [
      {
        ...section(0, []),
        titulo: long,
        preguntas: [
          { ...question(0), titulo: long },
          { ...question(1), tipoDato: DATA_TYPE.LINK, tituloLink: 'x', link: 'javascript:alert(1)' },
        ],
      },
      {
        ...section(1, []),
        conditionalSection: true,
        conditions: [
          {
            ...condition(0, []),
            condition: long,
            questions: [{ ...question(0), opciones: [{ orden: 0, texto: long, checked: false }] }],
          },
        ],
      },
      {
        ...section(2, []),
        preguntas: [{ ...question(0), tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: blocks }],
      },
    ]
    expect(problemsAfter({ secciones, tituloAlternativeLanguage_gl: 'x'.repeat(20_001) })).toEqual([
      'template.text-too-long field tituloAlternativeLanguage_gl',
      'template.text-too-long section 0 titulo',
      'template.text-too-long question 0 0 titulo',
      'template.link-unsafe question 0 1 link',
      'template.text-too-long condition 1 0 condition',
      'template.text-too-long choice 1 0 0 0',
      'template.text-too-long block 2 0 0 name',
      'template.text-too-long choice 2 0 0 0',
    ])
    expect(
      validateTemplate({ ...GOOD, secciones: secciones as TemplateDraft['secciones'] }).find(
        ({ code }) => code === 'template.text-too-long',
      )?.details,
    ).toEqual({ max: 2000 })
    expect(
      problemsAfter({ secciones: Array.from({ length: 501 }, (_, orden) => section(orden, [question(0)])) }),
    ).toEqual(['template.too-many field secciones'])
  })
})
