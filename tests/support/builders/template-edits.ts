import fc from 'fast-check'
import { type DataType, type QuestionType, QUESTION_TYPE } from '#domain/questions/index.ts'
import {
  type TemplateDraft,
  templateDraftSchema,
  type EditorForm,
  type NewKey,
  type FormOptionName,
} from '#domain/templates/index.ts'
import * as edit from '#domain/templates/index.ts'

/** Keys that no other form of the same test has. */
export function keysOf(name: string): NewKey {
  let count = 0
  return () => `${name}-${count++}`
}

/** One action of an author in the editor; numbers select among existing parts. */
export type Act = { readonly act: keyof typeof ACTS; readonly at: number; readonly to: number; readonly text: string }

type Doing = {
  readonly form: EditorForm
  readonly newKey: NewKey
  readonly at: number
  readonly to: number
  readonly text: string
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % Math.max(1, list.length)]
}

const allQuestions = (form: EditorForm) => [...edit.walkQuestions(form)].map(({ found }) => found)
const sectionKey = ({ form, at }: Doing): string => pick(form.secciones, at)?.key ?? ''
const questionKey = ({ form, at }: Doing): string => pick(allQuestions(form), at)?.key ?? ''
const stateKey = ({ form, at }: Doing): string => pick(form.estados.disponibles, at)?.key ?? ''
const conditions = (form: EditorForm) => form.secciones.flatMap((section) => section.conditions)
const conditionKey = ({ form, at }: Doing): string => pick(conditions(form), at)?.key ?? ''
/** Keys of all parts that can contain questions. */
const parents = (form: EditorForm): readonly string[] => [
  ...form.secciones.filter((section) => !section.conditionalSection).map(({ key }) => key),
  ...conditions(form).map(({ key }) => key),
]
const TYPES = Object.values(QUESTION_TYPE)
const FLAGS = Object.keys(
  templateDraftSchema.parse({ titulo: '', secciones: [] }).opcionales,
) as readonly FormOptionName[]

/** All actions of the editor, so that laws tested with them hold for users. */
const ACTS = {
  retitle: ({ form, text }: Doing) => edit.updateForm(form, { titulo: text }),
  describe: ({ form, text }: Doing) => edit.updateForm(form, { descripcionAlternativeLanguage_gl: text }),
  option: ({ form, at, to, newKey }: Doing) =>
    edit.setFormOption(form, pick(FLAGS, at) ?? 'publico', to % 2 === 0, { newKey }),
  synchronise: ({ form, at }: Doing) => edit.setManagementSystemLink(form, at % 2 === 0),
  muniCore: ({ form, text, to }: Doing) => edit.updateMuniCore(form, { areaId: text, perState: to % 2 === 0 }),
  pdf: ({ form, at, to }: Doing) =>
    edit.updatePdfSettings(
      form,
      at % 2 === 0 ? { logoChecked: to % 2 === 0, text: 'x' } : { portablePrint: to % 2 === 0 },
    ),
  signatures: ({ form, at, newKey }: Doing) => edit.setSignatureCount(form, at % 4, newKey),
  signature: ({ form, at, text }: Doing) =>
    edit.updateSignature(form, pick(form.signatures, at)?.key ?? '', { title: text }),
  addState: ({ form, text, newKey }: Doing) => edit.addState(form, newKey(), text),
  renameState: (doing: Doing) => edit.updateState(doing.form, stateKey(doing), { nombre: doing.text }),
  removeState: (doing: Doing) => edit.removeState(doing.form, stateKey(doing)),
  initial: (doing: Doing) => edit.setInitialState(doing.form, stateKey(doing)),
  transitions: (doing: Doing) =>
    edit.setTransitions(
      doing.form,
      stateKey(doing),
      doing.form.estados.disponibles.slice(doing.to % 3).map(({ key }) => key),
    ),
  addSection: ({ form, at, newKey }: Doing) => edit.addSection(form, newKey(), at),
  retitleSection: (doing: Doing) => edit.updateSection(doing.form, sectionKey(doing), { titulo: doing.text }),
  repeat: (doing: Doing) => edit.updateSection(doing.form, sectionKey(doing), { repetible: doing.to % 2 === 0 }),
  moveSection: (doing: Doing) => edit.moveSection(doing.form, sectionKey(doing), doing.to),
  copySection: (doing: Doing) => edit.duplicateSection(doing.form, sectionKey(doing), doing.newKey(), doing.newKey),
  removeSection: (doing: Doing) => edit.removeSection(doing.form, sectionKey(doing)),
  retypeSection: (doing: Doing) => edit.changeSectionType(doing.form, sectionKey(doing), doing.to % 2 === 0),
  addCondition: (doing: Doing) => edit.addCondition(doing.form, sectionKey(doing), doing.newKey(), doing.to),
  reword: (doing: Doing) => edit.updateCondition(doing.form, conditionKey(doing), { condition: doing.text }),
  moveCondition: (doing: Doing) => edit.moveCondition(doing.form, conditionKey(doing), doing.to),
  copyCondition: (doing: Doing) =>
    edit.duplicateCondition(doing.form, conditionKey(doing), doing.newKey(), doing.newKey),
  removeCondition: (doing: Doing) => edit.removeCondition(doing.form, conditionKey(doing)),
  addQuestion: ({ form, at, to, newKey }: Doing) => edit.addQuestion(form, pick(parents(form), at) ?? '', newKey(), to),
  ask: (doing: Doing) =>
    edit.updateQuestion(doing.form, questionKey(doing), { titulo: doing.text, required: doing.to % 2 === 0 }),
  data: (doing: Doing) =>
    edit.updateQuestion(doing.form, questionKey(doing), {
      tipoDato: ((doing.to % 7) + 1) as DataType,
      link: 'https://x.org',
    }),
  moveQuestion: (doing: Doing) =>
    edit.moveQuestion(doing.form, questionKey(doing), {
      parent: pick(parents(doing.form), doing.to) ?? '',
      index: doing.to % 3,
    }),
  copyQuestion: (doing: Doing) => edit.duplicateQuestion(doing.form, questionKey(doing), doing.newKey(), doing.newKey),
  removeQuestion: (doing: Doing) => edit.removeQuestion(doing.form, questionKey(doing)),
  retypeQuestion: (doing: Doing) =>
    edit.changeQuestionType(doing.form, questionKey(doing), pick(TYPES, doing.to) as QuestionType),
  paste: (doing: Doing) =>
    edit.addOptions(doing.form, questionKey(doing), {
      texts: [doing.text, 'other'],
      newKey: doing.newKey,
      index: doing.to % 3,
    }),
  addBlock: (doing: Doing) =>
    edit.addBlock(doing.form, questionKey(doing), {
      kind: pick(['text', 'input', 'break'] as const, doing.to) ?? 'text',
      key: doing.newKey(),
    }),
  block: (doing: Doing) => {
    const question = pick(allQuestions(doing.form), doing.at)
    return edit.updateBlock(
      doing.form,
      question?.key ?? '',
      pick(question?.combinedQuestions ?? [], doing.to)?.key ?? '',
      { content: doing.text, name: doing.text },
    )
  },
  texto: (doing: Doing) => {
    const question = pick(allQuestions(doing.form), doing.at)
    return edit.updateOption(doing.form, question?.key ?? '', pick(question?.opciones ?? [], doing.to)?.key ?? '', {
      texto: doing.text,
    })
  },
  moveOption: (doing: Doing) => {
    const question = pick(allQuestions(doing.form), doing.at)
    return edit.moveOption(
      doing.form,
      question?.key ?? '',
      pick(question?.opciones ?? [], doing.to)?.key ?? '',
      doing.to,
    )
  },
  removeOption: (doing: Doing) => {
    const question = pick(allQuestions(doing.form), doing.at)
    return edit.removeOption(doing.form, question?.key ?? '', pick(question?.opciones ?? [], doing.to)?.key ?? '')
  },
} as const satisfies Readonly<Record<string, (doing: Doing) => EditorForm>>

/** Actions that add parts are more frequent, so that the others have something to act on. */
const GROWING: readonly Act['act'][] = [
  'addSection',
  'addQuestion',
  'addQuestion',
  'addQuestion',
  'addCondition',
  'retypeSection',
  'retypeQuestion',
  'paste',
  'addState',
  'ask',
]

export const act: fc.Arbitrary<Act> = fc.record({
  act: fc.oneof(fc.constantFrom(...(Object.keys(ACTS) as Act['act'][])), fc.constantFrom(...GROWING)),
  at: fc.nat(11),
  to: fc.nat(11),
  text: fc.constantFrom('Nombre', 'Domicilio', 'Superficie', 'Observaciones', 'Fecha de alta', ''),
})
export const acts = fc.array(act, { maxLength: 25 })

export function perform(form: EditorForm, { act: name, ...rest }: Act, newKey: NewKey): EditorForm {
  return ACTS[name]({ form, newKey, ...rest })
}

export function performAll(form: EditorForm, all: readonly Act[], newKey: NewKey): EditorForm {
  return all.reduce((before, one) => perform(before, one, newKey), form)
}

/** A draft built with such actions, as a store would return it. */
export const draft: fc.Arbitrary<TemplateDraft> = acts.map((all) => {
  return templateDraftSchema.parse(edit.toTemplateDraft(performAll(edit.createEmptyForm(), all, keysOf('built'))))
})
