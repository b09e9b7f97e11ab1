import { QUESTION_TYPE, questionSchema } from '../../questions/documents.ts'
import { sectionSchema } from '../documents/section.ts'
import type {
  EditorBlock,
  EditorCondition,
  EditorOption,
  EditorQuestion,
  EditorSection,
  EditorSignature,
  EditorState,
  NewKey,
} from './editor-form.ts'

// Defaults of the schemas: sections are neither conditional nor repeatable (part 2, point 9), and all flags are off.
const {
  orden: _section,
  preguntas: _preguntas,
  conditions: _conditions,
  ...SECTION
} = sectionSchema.parse({ orden: 0 })
const {
  orden: _question,
  opciones: _opciones,
  combinedQuestions: _items,
  ...QUESTION
} = questionSchema.parse({
  orden: 0,
  titulo: '',
  tipoPregunta: QUESTION_TYPE.OPEN,
})

export function createSection(key: string): EditorSection {
  return { ...SECTION, key, storedAs: null, preguntas: [], conditions: [] }
}

export function createCondition(key: string, condition = ''): EditorCondition {
  return { key, storedAs: null, condition, checked: false, questions: [] }
}

/** Creates an open question for one line of text. */
export function createQuestion(key: string): EditorQuestion {
  return { ...QUESTION, key, storedAs: null, opciones: [] }
}

export function createOption(key: string, texto: string): EditorOption {
  return { key, storedAs: null, texto, checked: false }
}

export function createState(key: string, nombre: string): EditorState {
  return { key, storedAs: null, nombre, transiciones: [] }
}

/** Creates a signature with the defaults of part 2, point 9: drawn or uploaded, by a citizen, not required. */
export function createSignature(key: string): EditorSignature {
  return { key, storedAs: null, title: '', typeOfSignature: 'both', tipeOfSignatory: 'citizen', required: false }
}

export function createBlock(kind: EditorBlock['type'], key: string): EditorBlock {
  const keyed = { key, storedAs: null }
  if (kind === 'text') return { ...keyed, type: kind, content: '', style: 'normal' }
  if (kind === 'break') return { ...keyed, type: kind }
  const { tipoPregunta: _open, tipoDato, required, filtrable } = QUESTION
  return {
    ...keyed,
    type: kind,
    name: '',
    tipoPregunta: QUESTION_TYPE.OPEN,
    tipoDato,
    required,
    filtrable,
    opciones: [],
  }
}

/** Copies a question, with new keys for all elements in it. */
export function copyQuestion(question: EditorQuestion, key: string, newKey: NewKey): EditorQuestion {
  const { combinedQuestions } = question
  const blocks =
    combinedQuestions === undefined
      ? {}
      : { combinedQuestions: combinedQuestions.map((block) => copyOfBlock(block, newKey)) }
  return { ...question, key, storedAs: null, opciones: copyOfOptions(question.opciones, newKey), ...blocks }
}

export function copyCondition(condition: EditorCondition, key: string, newKey: NewKey): EditorCondition {
  return {
    ...condition,
    key,
    storedAs: null,
    questions: condition.questions.map((question) => copyQuestion(question, newKey(), newKey)),
  }
}

export function copySection(section: EditorSection, key: string, newKey: NewKey): EditorSection {
  return {
    ...section,
    key,
    storedAs: null,
    preguntas: section.preguntas.map((question) => copyQuestion(question, newKey(), newKey)),
    conditions: section.conditions.map((condition) => copyCondition(condition, newKey(), newKey)),
  }
}

function copyOfBlock(block: EditorBlock, newKey: NewKey): EditorBlock {
  const keyed = { key: newKey(), storedAs: null }
  return block.type === 'input'
    ? { ...block, ...keyed, opciones: copyOfOptions(block.opciones, newKey) }
    : { ...block, ...keyed }
}

function copyOfOptions(options: readonly EditorOption[], newKey: NewKey): readonly EditorOption[] {
  return options.map((option) => ({ ...option, key: newKey(), storedAs: null }))
}
