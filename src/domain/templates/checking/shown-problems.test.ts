import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { draft, keysOf } from '#tests/support/builders/template-edits.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../questions/index.ts'
import {
  templateDraftSchema,
  toTemplateDraft,
  pickDraftFields,
  findKeyAt,
  MAX_PROBLEMS,
  toEditorForm,
  type TemplatePlace,
  validateTemplate,
} from '../index.ts'
import { MAX_TEMPLATE_CHARACTERS } from '../../kernel/limits.ts'
import { GOOD, opcionales, states, problemsAfter, abbreviatePlace } from '#tests/support/builders/good-draft.ts'

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

  it('of the options come in the order of the switches, each with what is below it', () => {
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
    expect(problemsAfter(everyOption)).toEqual([
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
    const keys = validateTemplate(toTemplateDraft(form)).map(({ place }) => findKeyAt(form, place))
    expect(keys).toEqual([form.estados.disponibles[1]?.key, form.secciones[0]?.preguntas[1]?.key])
  })

  it('have the key of what is at their place, and none for the form itself or for what is not there', () => {
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
    const form = toEditorForm({ ...pickDraftFields(buildTemplate()), secciones }, keysOf('k'))
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
      expect(findKeyAt(form, place)).toBe(key)
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
  it('reports as many problems as a person fixes, and no more', () => {
    const links = Array.from({ length: 150 }, (_, orden) => question(orden, { tipoDato: DATA_TYPE.LINK, titulo: '' }))
    const problems = validateTemplate({
      ...GOOD,
      titulo: '',
      secciones: [0, 1, 2].map((orden) => section(orden, links)),
    })
    expect(problems).toHaveLength(MAX_PROBLEMS)
    expect(
      [problems[0], problems.at(-1)].map((problem) => problem && `${problem.code} ${abbreviatePlace(problem.place)}`),
    ).toEqual(['template.title-required field titulo', 'template.link-incomplete question 0 49 tituloLink'])
  })

  it('is reported as too large, and nothing else is: looking for more would take too long', () => {
    const sections = (characters: number) =>
      Array.from({ length: 110 }, (_, orden) =>
        section(orden, [question(0)], { descripcion: 'x'.repeat(characters / 110) }),
      )
    const besides = JSON.stringify({ ...GOOD, secciones: sections(0) }).length + 200
    expect(problemsAfter({ secciones: sections(MAX_TEMPLATE_CHARACTERS - besides) })).toEqual([])
    expect(problemsAfter({ titulo: '', secciones: sections(MAX_TEMPLATE_CHARACTERS) })).toEqual([
      'template.too-large field secciones',
    ])
  })
})
