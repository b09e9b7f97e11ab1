import { DATA_TYPE, type DataType, QUESTION_TYPE, type QuestionType } from '#domain/documents/index.ts'
import {
  addOptions,
  changeQuestionType,
  type EditorForm,
  type EditorQuestion,
  type NewKey,
  offersOptions,
  optionsOf,
  updateQuestion,
} from '#domain/templates/index.ts'

/** How a question is answered, as one choice; the document has type and data type, the second for open questions only. */
export type QuestionKind =
  'text' | 'integer' | 'decimal' | 'date' | 'time' | 'link' | 'heading' | 'radio' | 'select' | 'boolean' | 'combined'

type Types = { readonly tipoPregunta: QuestionType; readonly tipoDato: DataType }

const open = (tipoDato: DataType): Types => ({ tipoPregunta: QUESTION_TYPE.OPEN, tipoDato })
const other = (tipoPregunta: QuestionType): Types => ({ tipoPregunta, tipoDato: DATA_TYPE.STRING })

export const KINDS: Readonly<Record<QuestionKind, Types>> = {
  text: open(DATA_TYPE.STRING),
  integer: open(DATA_TYPE.NUMBER),
  decimal: open(DATA_TYPE.DECIMAL),
  date: open(DATA_TYPE.DATE),
  time: open(DATA_TYPE.TIME),
  link: open(DATA_TYPE.LINK),
  heading: open(DATA_TYPE.TITLE),
  radio: other(QUESTION_TYPE.RADIO),
  select: other(QUESTION_TYPE.SELECT),
  boolean: other(QUESTION_TYPE.BOOLEAN),
  combined: other(QUESTION_TYPE.COMBINED),
}

const NAMES = Object.keys(KINDS) as readonly QuestionKind[]

export function kindOf({ tipoPregunta, tipoDato }: Pick<EditorQuestion, 'tipoPregunta' | 'tipoDato'>): QuestionKind {
  const found = NAMES.find((name) => {
    const types = KINDS[name]
    return types.tipoPregunta === tipoPregunta && (tipoPregunta !== QUESTION_TYPE.OPEN || types.tipoDato === tipoDato)
  })
  return found ?? 'text'
}

/** @param value of a select element @returns the kind of this name */
export function kindNamed(value: string): QuestionKind {
  return NAMES.find((name) => name === value) ?? 'text'
}

/** Gives a question another kind; what the new one has no use for goes (changeQuestionType). What is chosen from begins with an option to write into. */
export function withKind(form: EditorForm, key: string, kind: QuestionKind, newKey: NewKey): EditorForm {
  const { tipoPregunta, tipoDato } = KINDS[kind]
  const turned = updateQuestion(changeQuestionType(form, key, tipoPregunta), key, { tipoDato })
  const wantsOption = offersOptions(tipoPregunta) && optionsOf(turned, key).length === 0
  return wantsOption ? addOptions(turned, key, [''], newKey) : turned
}
