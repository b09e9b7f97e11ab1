import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { draft, keysOf } from '#tests/support/builders/template-edits.ts'
import {
  DATA_TYPE,
  QUESTION_TYPE,
  type TemplateDraft,
  templateDraftSchema,
  templateOptionsSchema,
} from '../../documents/index.ts'
import { MAX_TEMPLATE_CHARACTERS } from '../../kernel/limits.ts'
import {
  toTemplateDraft,
  draftOf,
  keyAt,
  MAX_TOLD_PROBLEMS,
  toEditorForm,
  type TemplatePlace,
  validateTemplate,
} from '../index.ts'

/** A form that may be saved: title, area, one section with one question. */
const GOOD: TemplateDraft = draftOf(
  buildTemplate(
    {},
    { titulo: 'Good', opcionales: {}, estados: undefined, signatures: [], secciones: [section(0, [question(0)])] },
  ),
)
const opcionales = (on: object) => ({ opcionales: templateOptionsSchema.parse(on) })
const inFirst = (change: object) => ({ secciones: [section(0, [question(0, change)])] })
const states = (...names: readonly string[]) => ({
  estados: {
    disponibles: names.map((nombre, id) => ({ id, nombre, transiciones: [] })),
    inicial: names.length === 0 ? null : 0,
    history: [],
  },
})
/** What is told, as `code place` in short. */
const told = (change: object): readonly string[] =>
  validateTemplate({ ...GOOD, ...change }).map(({ code, place }) => `${code} ${inShort(place)}`)
const inShort = (place: TemplatePlace): string =>
  Object.values(place)
    .filter((part) => part !== null)
    .join(' ')

it('a form that follows every rule may be saved, and so may one with everything that there is', () => {
  expect(told({})).toEqual([])
  expect(validateTemplate(draftOf(buildTemplate()))).toEqual([])
})

const LONG = 'x'.repeat(76)
const SYNC = { muniCore: { areaId: '7' } }

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
    ...['mailto:ana@relevo.example', 'tel:+543514', 'www.relevo.example', '/local', 'https://'].map(
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
  ] as const)('%s', (_what, change, expected) => expect(told(change)).toEqual(expected))
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
  ])('%s', (_what, change) => expect(told(change)).toEqual([]))
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
  ] as const)('%s', (_what, change, expected) => expect(told(change)).toEqual(expected))

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
    expect(told({ secciones, tituloAlternativeLanguage_gl: 'x'.repeat(20_001) })).toEqual([
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
    expect(told({ secciones: Array.from({ length: 501 }, (_, orden) => section(orden, [question(0)])) })).toEqual([
      'template.too-many field secciones',
    ])
  })
})

describe('problems', () => {
  it('come in the order of the screen', () => {
    const everything = {
      titulo: '',
      areas: [],
      ...states('A', 'A'),
      ...opcionales({
        publico: true,
        ciudadano: true,
        limitResponses: true,
        headerImg: true,
        addAppointment: true,
        incidentes: true,
      }),
      muniCore: {},
      signatures: [
        {
          title: 'x'.repeat(41),
          typeOfSignature: 'both',
          tipeOfSignatory: 'citizen',
          indexSignature: 0,
          required: false,
        },
      ] as const,
      secciones: [
        section(0, [
          question(0, { tipoDato: DATA_TYPE.LINK }),
          question(1, { tipoPregunta: QUESTION_TYPE.COMBINED, unsaved: true }),
        ]),
      ],
    }
    expect(validateTemplate({ ...GOOD, ...everything }).map(({ code }) => code)).toEqual([
      'template.title-required',
      'template.area-required',
      'state.name-taken',
      'option.not-with-citizen',
      'option.not-with-public',
      'template.responses-count-required',
      'template.header-image-required',
      'template.agenda-required',
      'template.incident-area-required',
      'signature.title-too-long',
      'template.link-incomplete',
      'template.link-incomplete',
      'template.combined-unsaved',
    ])
  })

  it('of the options come in the order of the switches, each with what stands below it', () => {
    const everyOption = {
      ...opcionales({
        signatureEditableAnswer: true,
        customizedVoucher: true,
        automaticDownload: true,
        envioEmail: true,
        addAppointment: true,
        ciudadanoRequerido: true,
        limitResponses: true,
      }),
      appointmentGroup: { appointmentData: { id: '1', name: 'A' }, tenantId: 't', tenantUniqueName: 't' },
      customizedVoucherText: 'x'.repeat(20_001),
    }
    expect(told(everyOption)).toEqual([
      'option.needs-citizen option ciudadanoRequerido',
      'template.responses-count-required field responsesCount',
      'option.needs-signature option signatureEditableAnswer',
      'option.not-with-appointment option envioEmail',
      'option.needs-public option automaticDownload',
      'option.needs-public option customizedVoucher',
      'template.text-too-long field customizedVoucherText',
    ])
  })

  it('are found at the keys of the open form', () => {
    const bad = {
      ...GOOD,
      ...states('A', 'A'),
      secciones: [section(0, [question(0), question(1, { tipoDato: DATA_TYPE.TITLE, required: true })])],
    }
    const form = toEditorForm(bad, keysOf('k'))
    const keys = validateTemplate(toTemplateDraft(form)).map(({ place }) => keyAt(form, place))
    expect(keys).toEqual([form.estados.disponibles[1]?.key, form.secciones[0]?.preguntas[1]?.key])
  })

  it('have the key of what stands at their place, and none for the form itself or for what is not there', () => {
    const blocks = [
      {
        type: 'input' as const,
        orden: 0,
        name: 'n',
        tipoPregunta: QUESTION_TYPE.RADIO,
        opciones: [{ orden: 0, texto: 'a' }],
      },
    ]
    const asked = [
      question(0, { opciones: [{ orden: 0, texto: 'a' }] }),
      question(1, { tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: blocks }),
    ]
    const secciones = [
      section(0, []),
      section(1, [], { conditionalSection: true, conditions: [condition(0, []), condition(1, asked)] }),
    ]
    const form = toEditorForm({ ...draftOf(buildTemplate()), secciones }, keysOf('k'))
    const under = form.secciones[1]?.conditions[1]
    const at = { section: 1, condition: 1, question: 1 }
    const input = under?.questions[1]?.combinedQuestions?.[0]
    const cases: readonly (readonly [TemplatePlace, string | null | undefined])[] = [
      [{ kind: 'state', state: 1, field: 'nombre' }, form.estados.disponibles[1]?.key],
      [{ kind: 'signature', signature: 0, field: 'title' }, form.signatures[0]?.key],
      [{ kind: 'section', section: 1, field: 'titulo' }, form.secciones[1]?.key],
      [{ kind: 'condition', section: 1, condition: 1, field: 'condition' }, under?.key],
      [{ kind: 'question', ...at, field: 'titulo' }, under?.questions[1]?.key],
      [{ kind: 'choice', ...at, question: 0, block: null, choice: 0 }, under?.questions[0]?.opciones[0]?.key],
      [{ kind: 'block', ...at, block: 0, field: 'name' }, input?.key],
      [{ kind: 'choice', ...at, block: 0, choice: 0 }, input?.type === 'input' ? input.opciones[0]?.key : undefined],
      [{ kind: 'field', field: 'titulo' }, null],
      [{ kind: 'option', option: 'publico' }, null],
      [{ kind: 'question', section: 0, condition: null, question: 7, field: 'titulo' }, null],
    ]
    for (const [place, key] of cases) {
      expect(key).toBeDefined()
      expect(keyAt(form, place)).toBe(key)
    }
  })

  it('are the same on the device and on the server, whatever was built', () => {
    fc.assert(
      fc.property(draft, (built) => {
        const problems = validateTemplate(built)
        expect(validateTemplate(templateDraftSchema.parse(JSON.parse(JSON.stringify(built))))).toEqual(problems)
      }),
    )
  })
})

describe('a form without measure', () => {
  it('is told of as many problems as a person mends, and no more', () => {
    const links = Array.from({ length: 150 }, (_, orden) => question(orden, { tipoDato: DATA_TYPE.LINK, titulo: '' }))
    const problems = validateTemplate({
      ...GOOD,
      titulo: '',
      secciones: [0, 1, 2].map((orden) => section(orden, links)),
    })
    expect(problems).toHaveLength(MAX_TOLD_PROBLEMS)
    expect(
      [problems[0], problems.at(-1)].map((problem) => problem && `${problem.code} ${inShort(problem.place)}`),
    ).toEqual(['template.title-required field titulo', 'template.link-incomplete question 0 49 tituloLink'])
  })

  it('is told that it is too large, and of nothing else: looking for more would take too long', () => {
    const sections = (characters: number) =>
      Array.from({ length: 110 }, (_, orden) =>
        section(orden, [question(0)], { descripcion: 'x'.repeat(characters / 110) }),
      )
    const besides = JSON.stringify({ ...GOOD, secciones: sections(0) }).length + 200
    expect(told({ secciones: sections(MAX_TEMPLATE_CHARACTERS - besides) })).toEqual([])
    expect(told({ titulo: '', secciones: sections(MAX_TEMPLATE_CHARACTERS) })).toEqual([
      'template.too-large field secciones',
    ])
  })
})
