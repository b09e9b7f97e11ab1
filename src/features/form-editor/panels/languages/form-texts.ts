import { getVisibleText } from '#domain/kernel/index.ts'
import type { Language } from '#domain/kernel/index.ts'
import {
  updateCondition,
  updateForm,
  updateOption,
  updateQuestion,
  updateSection,
  updateSignature,
  updateState,
  type EditorForm,
  type EditorOption,
  type EditorQuestion,
  type EditorSection,
} from '#domain/templates/index.ts'

type SectionField = 'titulo' | 'conditionalQuestion' | 'descripcion' | 'nombreFila'

/** Place and field of a translatable text. */
export type TextPlace =
  | { readonly kind: 'form'; readonly field: 'titulo' | 'descripcion' | 'nombreRespuesta' | 'textoEmergencia' }
  | { readonly kind: 'state'; readonly key: string; readonly field: 'nombre' }
  | { readonly kind: 'signature'; readonly key: string; readonly field: 'title' }
  | { readonly kind: 'section'; readonly key: string; readonly field: SectionField }
  | { readonly kind: 'condition'; readonly key: string; readonly field: 'condition' }
  | { readonly kind: 'question'; readonly key: string; readonly field: 'titulo' | 'ayuda' }
  /** `owner`: key of the question, or of an input of a combined question */
  | { readonly kind: 'option'; readonly owner: string; readonly key: string; readonly field: 'texto' }

export type FormText = {
  /** unique among the form's texts */
  readonly id: string
  readonly place: TextPlace
  readonly original: string
  readonly translation: string
}

/** The texts outside the sections. Omits texts without an original, as do the other functions of this file. */
export function listFormTexts(
  form: Pick<
    EditorForm,
    'titulo' | 'descripcion' | 'nombreRespuesta' | 'textoEmergencia' | 'estados' | 'signatures' | 'opcionales'
  >,
  language: Language,
): readonly FormText[] {
  const signatures = form.opcionales.digitalSignature ? form.signatures : []
  return [
    textAt(form, { kind: 'form', field: 'titulo' }, 'form/titulo', language),
    textAt(form, { kind: 'form', field: 'descripcion' }, 'form/descripcion', language),
    textAt(form, { kind: 'form', field: 'nombreRespuesta' }, 'form/nombreRespuesta', language),
    textAt(form, { kind: 'form', field: 'textoEmergencia' }, 'form/textoEmergencia', language),
    ...form.estados.disponibles.map((state) =>
      textAt(state, { kind: 'state', key: state.key, field: 'nombre' }, state.key, language),
    ),
    ...signatures.map((signature) =>
      textAt(signature, { kind: 'signature', key: signature.key, field: 'title' }, signature.key, language),
    ),
  ].filter(isWritten)
}

/** The texts of a section in reading order. */
export function listSectionTexts(section: EditorSection, language: Language): readonly FormText[] {
  const { key, preguntas, conditions, repetible, conditionalSection } = section
  const texts = [
    textAt(section, { kind: 'section', key, field: 'titulo' }, `${key}/titulo`, language),
    ...(conditionalSection
      ? [
          textAt(
            section,
            { kind: 'section', key, field: 'conditionalQuestion' },
            `${key}/conditionalQuestion`,
            language,
          ),
        ]
      : []),
    textAt(section, { kind: 'section', key, field: 'descripcion' }, `${key}/descripcion`, language),
    ...(repetible
      ? [textAt(section, { kind: 'section', key, field: 'nombreFila' }, `${key}/nombreFila`, language)]
      : []),
    ...preguntas.flatMap((question) => listFormTextsOfQuestion(question, language)),
    ...conditions.flatMap((condition) => [
      textAt(condition, { kind: 'condition', key: condition.key, field: 'condition' }, condition.key, language),
      ...condition.questions.flatMap((question) => listFormTextsOfQuestion(question, language)),
    ]),
  ]
  return texts.filter(isWritten)
}

/** Sets a translation. An empty translation is removed, so that the original is shown. */
export function setTranslation(form: EditorForm, place: TextPlace, language: Language, text: string): EditorForm {
  const patch = { [getTranslationField(place.field, language)]: text === '' ? undefined : text }
  switch (place.kind) {
    case 'form':
      return updateForm(form, patch)
    case 'state':
      return updateState(form, place.key, patch)
    case 'signature':
      return updateSignature(form, place.key, patch)
    case 'section':
      return updateSection(form, place.key, patch)
    case 'condition':
      return updateCondition(form, place.key, patch)
    case 'question':
      return updateQuestion(form, place.key, patch)
    case 'option':
      return updateOption(form, place.owner, place.key, patch)
  }
}

/** Whether the translation is missing or blank. */
export function isUntranslated({ translation }: FormText): boolean {
  return getVisibleText(translation) === ''
}

function listFormTextsOfQuestion(question: EditorQuestion, language: Language): readonly FormText[] {
  const { key, opciones, combinedQuestions = [] } = question
  return [
    textAt(question, { kind: 'question', key, field: 'titulo' }, key, language),
    textAt(question, { kind: 'question', key, field: 'ayuda' }, `${key}/ayuda`, language),
    ...listFormTextsOfOptions(key, opciones, language),
    ...combinedQuestions.flatMap((block) =>
      block.type === 'input' ? listFormTextsOfOptions(block.key, block.opciones, language) : [],
    ),
  ]
}

function listFormTextsOfOptions(
  owner: string,
  options: readonly EditorOption[],
  language: Language,
): readonly FormText[] {
  return options.map((option) =>
    textAt(option, { kind: 'option', owner, key: option.key, field: 'texto' }, option.key, language),
  )
}

function textAt(holder: object, place: TextPlace, id: string, language: Language): FormText {
  const fields = holder as Readonly<Record<string, unknown>>
  const read = (field: string): string => {
    const value = fields[field]
    return typeof value === 'string' ? value : ''
  }
  return { id, place, original: read(place.field), translation: read(getTranslationField(place.field, language)) }
}

function getTranslationField(field: TextPlace['field'], language: Language): string {
  return `${field}AlternativeLanguage_${language}`
}

function isWritten({ original }: FormText): boolean {
  return getVisibleText(original) !== ''
}
