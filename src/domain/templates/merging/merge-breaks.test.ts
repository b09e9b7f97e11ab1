import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { act, draft, keysOf, performAll } from '#tests/support/builders/template-edits.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { MAX_OPTIONS, QUESTION_TYPE } from '../../questions/index.ts'
import {
  MAX_SIGNATURES,
  templateDraftSchema,
  type TemplateDraft,
  addOptions,
  addState,
  toTemplateDraft,
  pickDraftFields,
  type EditorForm,
  findKeyAt,
  mergeTemplates,
  toEditorForm,
  removeQuestion,
  removeSection,
  setFormOption,
  setSignatureCount,
  updateForm,
  updateMuniCore,
  updatePdfSettings,
  updateQuestion,
  updateState,
  setManagementSystemLink,
  validateTemplate,
} from '../index.ts'

/**
 * Changes that two authors may make separately but not together: a merge produces such a form, and the rules detect it
 * before a save.
 */
const START = pickDraftFields(
  templateOf([
    section(0, [
      question(0, { titulo: 'Name' }),
      question(1, { titulo: 'Kind', tipoPregunta: QUESTION_TYPE.RADIO, opciones: [{ orden: 0, texto: 'a' }] }),
    ]),
    section(1, [question(0, { titulo: 'Ordinance' })]),
  ]),
)
const base = toEditorForm(START, keysOf('base'))
const newKey = keysOf('new')
const on =
  (...options: readonly Parameters<typeof setFormOption>[1][]) =>
  (form: EditorForm) =>
    options.reduce((before, option) => setFormOption(before, option, true, { newKey }), form)
const off = (option: Parameters<typeof setFormOption>[1]) => (form: EditorForm) =>
  setFormOption(form, option, false, { newKey })
const asked = (form: EditorForm, at: number, place = 0): string => form.secciones[at]?.preguntas[place]?.key ?? ''
const sectionKey = (form: EditorForm, at: number): string => form.secciones[at]?.key ?? ''
const elsewhere = (start: TemplateDraft, edit: (form: EditorForm) => EditorForm): TemplateDraft =>
  toTemplateDraft(edit(toEditorForm(start, keysOf('elsewhere'))))

type Edit = (form: EditorForm) => EditorForm
type Case = readonly [what: string, mine: Edit, theirs: Edit, code: string, start?: Edit]

const BREAKS: readonly Case[] = [
  ['I make it public, they tie a citizen to it', on('publico'), on('ciudadano'), 'option.not-with-citizen'],
  [
    'I make it public, they open it to the portal',
    on('publico'),
    on('citizenAssociationFromCitizenPortal'),
    'option.not-with-portal',
  ],
  [
    'I tie a citizen to it, they open it to the portal',
    on('ciudadano'),
    on('citizenAssociationFromCitizenPortal'),
    'option.not-with-portal',
  ],
  [
    'I require the citizen, they untie it',
    on('ciudadanoRequerido'),
    off('ciudadano'),
    'option.needs-citizen',
    on('ciudadano'),
  ],
  [
    'I add the voucher, they make it private',
    on('customizedVoucher'),
    off('publico'),
    'option.needs-public',
    on('publico'),
  ],
  [
    'I send copies by e-mail, they let people book',
    on('envioEmail'),
    on('addAppointment'),
    'option.not-with-appointment',
  ],
  [
    'I let signed answers be changed, they take the signatures off',
    on('signatureEditableAnswer'),
    off('digitalSignature'),
    'option.needs-signature',
    on('digitalSignature'),
  ],
  [
    'I put a logo on the PDF, they make it portable',
    (form) => updatePdfSettings(form, { logoChecked: true }),
    (form) => updatePdfSettings(form, { portablePrint: true }),
    'template.logo-with-portable-print',
    (form) => updatePdfSettings(form, { text: 'x' }),
  ],
  [
    'I rename a state as they name a new one',
    (form) => updateState(form, form.estados.disponibles[0]?.key ?? '', { nombre: 'Closed' }),
    (form) => addState(form, 't', 'Closed'),
    'state.name-taken',
  ],
  [
    'I lengthen the title, they turn incidents on',
    (form) => updateForm(form, { titulo: 'x'.repeat(90) }),
    (form) => updateMuniCore(setManagementSystemLink(on('incidentes')(form), true), { areaId: '7' }),
    'template.incident-title-too-long',
  ],
  [
    'each removes a section',
    (form) => removeSection(form, sectionKey(form, 0)),
    (form) => removeSection(form, sectionKey(form, 1)),
    'template.section-required',
  ],
  [
    'each removes the last questions of a section',
    (form) => removeQuestion(removeQuestion(form, asked(form, 0)), asked(form, 0, 1)),
    (form) => removeQuestion(form, asked(form, 1)),
    'template.question-required',
  ],
  [
    'I require a heading because of its photo, they take the photo away',
    (form) => updateQuestion(form, asked(form, 1), { required: true }),
    (form) => updateQuestion(form, asked(form, 1), { adjuntar: false }),
    'template.title-not-required',
    (form) => updateQuestion(form, asked(form, 1), { tipoDato: 7, adjuntar: true }),
  ],
  [
    'both add options, together more than a list holds',
    (form) => addOptions(form, asked(form, 0, 1), { texts: lines('m', MAX_OPTIONS - 10), newKey }),
    (form) => addOptions(form, asked(form, 0, 1), { texts: lines('t', MAX_OPTIONS - 10), newKey }),
    'template.too-many',
  ],
]

function lines(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index}`)
}

describe('a merged form that breaks a rule is reported, at a place that it has, when', () => {
  it.each(BREAKS.map(([what, ...it]) => [what, it] as const))('%s', (_, [mine, theirs, code, start]) => {
    const before = start === undefined ? START : toTemplateDraft(start(base))
    const opened = toEditorForm(before, keysOf('base'))
    const saved = elsewhere(before, theirs)
    // Separately, neither breaks this rule.
    for (const one of [toTemplateDraft(mine(opened)), saved])
      expect(validateTemplate(one).map((problem) => problem.code)).not.toContain(code)
    const { form } = mergeTemplates({ base: opened, mine: mine(opened), theirs: saved }, keysOf('theirs'))
    const problems = validateTemplate(toTemplateDraft(form))
    expect(problems.map((problem) => problem.code)).toContain(code)
    for (const { place } of problems)
      if (place.kind !== 'field' && place.kind !== 'option') expect(findKeyAt(form, place)).not.toBeNull()
  })
})

describe('whatever two people do', () => {
  it('what their merge would store is a document, or the rules say what it is not', () => {
    const acts = fc.array(act, { maxLength: 12 })
    fc.assert(
      fc.property(draft, acts, acts, fc.constantFrom('mine', 'theirs'), (start, mine, theirs, side) => {
        const opened = toEditorForm(start, keysOf('base'))
        const saved = elsewhere(start, (form) => performAll(form, theirs, keysOf('new')))
        const own = performAll(opened, mine, keysOf('new'))
        const { clashes } = mergeTemplates({ base: opened, mine: own, theirs: saved }, keysOf('theirs'))
        const choices = Object.fromEntries(clashes.map(({ unit }) => [unit, side] as const))
        const merged = toTemplateDraft(
          mergeTemplates({ base: opened, mine: own, theirs: saved }, keysOf('theirs'), choices).form,
        )
        const problems = validateTemplate(merged)
        if (!templateDraftSchema.safeParse(merged).success) expect(problems).not.toEqual([])
        // A merge itself never breaks numbers and references.
        expect(
          problems.filter(({ code }) =>
            ['template.broken', 'state.transition-wrong', 'state.initial-wrong'].includes(code),
          ),
        ).toEqual([])
      }),
    )
  })

  it('signatures of both stay within what a form may have', () => {
    const many =
      (count: number): Edit =>
      (form) =>
        setSignatureCount(on('digitalSignature')(form), count, newKey)
    const saved = elsewhere(START, many(MAX_SIGNATURES))
    const { form } = mergeTemplates({ base, mine: many(MAX_SIGNATURES)(base), theirs: saved }, keysOf('theirs'))
    const problems = validateTemplate(toTemplateDraft(form))
    expect(form.signatures.length <= MAX_SIGNATURES || problems.some(({ code }) => code === 'template.too-many')).toBe(
      true,
    )
  })
})
