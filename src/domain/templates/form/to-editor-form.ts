import type { CombinedItem, Option, Question } from '../../questions/documents.ts'
import type { Condition, Section } from '../documents/section.ts'
import { templateDraftSchema, type TemplateDraft } from '../documents/template.ts'
import type {
  EditorBlock,
  EditorCondition,
  EditorForm,
  EditorOption,
  EditorQuestion,
  EditorSection,
  EditorStates,
  NewKey,
} from './editor-form.ts'
import { hasAmbiguousNumbers } from './numbering.ts'
import { typedKeys } from '../../kernel/typed-entries.ts'

/**
 * Opens a template for editing: gives each list element a key. Also fixes defects of imported forms that no screen can
 * fix, which the next save stores: numbers that are not ascending, transitions to missing states, and data of answers
 * (rows, checked conditions, history).
 */
export function toEditorForm(draft: TemplateDraft, newKey: NewKey): EditorForm {
  const { titulo, secciones, estados, signatures, opcionales, ...rest } = pickDraftFields(draft)
  return {
    titulo,
    ...rest,
    opcionales,
    estados: openStates(estados, newKey),
    secciones: secciones.map((section) => openSection(section, newKey)),
    signatures: signatures.map(({ indexSignature, ...signature }) => ({
      ...signature,
      key: newKey(),
      storedAs: indexSignature,
    })),
    restructured: hasAmbiguousNumbers(draft),
  }
}

/** Creates an empty form for the editor. */
export function createEmptyForm(): EditorForm {
  return toEditorForm(templateDraftSchema.parse({ titulo: '', secciones: [] }), () => '')
}

/** Returns only the fields of a draft, because a full template also has fields that the server sets. */
export function pickDraftFields(template: TemplateDraft): TemplateDraft {
  const fields = typedKeys(templateDraftSchema.shape)
  return Object.fromEntries(
    fields.filter((field) => template[field] !== undefined).map((field) => [field, template[field]]),
  ) as unknown as TemplateDraft
}

function openStates({ disponibles, inicial }: TemplateDraft['estados'], newKey: NewKey): EditorStates {
  const keys = new Map(disponibles.map(({ id }) => [id, newKey()]))
  const listKeysOfIds = (ids: readonly number[]): readonly string[] => ids.flatMap((id) => keys.get(id) ?? [])
  return {
    history: [],
    inicial: inicial === null ? null : (keys.get(inicial) ?? null),
    disponibles: disponibles.map(({ id, transiciones, ...state }) => {
      return { ...state, key: keys.get(id) ?? newKey(), storedAs: id, transiciones: listKeysOfIds(transiciones) }
    }),
  }
}

function openSection({ orden, preguntas, conditions, ...section }: Section, newKey: NewKey): EditorSection {
  return {
    ...section,
    key: newKey(),
    storedAs: orden,
    seccionesRepetibles: [],
    preguntas: preguntas.map((question) => openQuestion(question, newKey)),
    conditions: conditions.map((condition) => openCondition(condition, newKey)),
  }
}

function openCondition({ order, questions, ...condition }: Condition, newKey: NewKey): EditorCondition {
  return {
    ...condition,
    key: newKey(),
    storedAs: order,
    checked: false,
    questions: questions.map((question) => openQuestion(question, newKey)),
  }
}

function openQuestion({ orden, opciones, combinedQuestions, ...question }: Question, newKey: NewKey): EditorQuestion {
  const blocks =
    combinedQuestions === undefined
      ? {}
      : { combinedQuestions: combinedQuestions.map((item) => openBlock(item, newKey)) }
  return { ...question, key: newKey(), storedAs: orden, opciones: openOptions(opciones, newKey), ...blocks }
}

function openBlock({ orden, ...item }: CombinedItem, newKey: NewKey): EditorBlock {
  const keyed = { key: newKey(), storedAs: orden }
  if (item.type !== 'input') return { ...item, ...keyed }
  const { respuesta: _answer, ...input } = item
  return { ...input, ...keyed, opciones: openOptions(item.opciones, newKey) }
}

function openOptions(options: readonly Option[], newKey: NewKey): readonly EditorOption[] {
  return options.map(({ orden, ...option }) => ({ ...option, key: newKey(), storedAs: orden, checked: false }))
}
