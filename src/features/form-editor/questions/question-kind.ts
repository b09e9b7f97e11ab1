import { DATA_TYPE, type DataType, QUESTION_TYPE, type QuestionType } from '#domain/documents/index.ts'
import { isPhotoWithNote } from '#domain/questions/index.ts'
import {
  addOptions,
  changeQuestionType,
  type EditorForm,
  type EditorQuestion,
  findQuestion,
  type NewKey,
  offersOptions,
  optionsOf,
  updateQuestion,
} from '#domain/templates/index.ts'

/** How a question is answered, as one choice; the document has type and data type, the second for open questions only. A photo is an open question that takes one, with a note. */
export type QuestionKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'time'
  | 'photo'
  | 'link'
  | 'heading'
  | 'radio'
  | 'select'
  | 'boolean'
  | 'combined'

type Types = { readonly tipoPregunta: QuestionType; readonly tipoDato: DataType; readonly adjuntar?: boolean }

const open = (tipoDato: DataType): Types => ({ tipoPregunta: QUESTION_TYPE.OPEN, tipoDato })
const other = (tipoPregunta: QuestionType): Types => ({ tipoPregunta, tipoDato: DATA_TYPE.STRING })

export const KINDS: Readonly<Record<QuestionKind, Types>> = {
  text: open(DATA_TYPE.STRING),
  integer: open(DATA_TYPE.NUMBER),
  decimal: open(DATA_TYPE.DECIMAL),
  date: open(DATA_TYPE.DATE),
  time: open(DATA_TYPE.TIME),
  photo: { ...open(DATA_TYPE.STRING), adjuntar: true },
  link: open(DATA_TYPE.LINK),
  heading: open(DATA_TYPE.TITLE),
  radio: other(QUESTION_TYPE.RADIO),
  select: other(QUESTION_TYPE.SELECT),
  boolean: other(QUESTION_TYPE.BOOLEAN),
  combined: other(QUESTION_TYPE.COMBINED),
}

const NAMES = Object.keys(KINDS) as readonly QuestionKind[]

export function kindOf(
  question: Pick<EditorQuestion, 'tipoPregunta' | 'tipoDato'> & Partial<EditorQuestion>,
): QuestionKind {
  if (isPhoto(question)) return 'photo'
  const { tipoPregunta, tipoDato } = question
  const found = NAMES.find((name) => {
    const types = KINDS[name]
    if (types.adjuntar === true || types.tipoPregunta !== tipoPregunta) return false
    return tipoPregunta !== QUESTION_TYPE.OPEN || types.tipoDato === tipoDato
  })
  return found ?? 'text'
}

/** What answers begin with the photo and take the note second. */
function isPhoto({ tipoPregunta, tipoDato, adjuntar = false, escaneable }: Parameters<typeof kindOf>[0]): boolean {
  return isPhotoWithNote({ tipoPregunta, tipoDato, adjuntar, escaneable })
}

/** @param value of a select element @returns the kind of this name */
export function kindNamed(value: string): QuestionKind {
  return NAMES.find((name) => name === value) ?? 'text'
}

/** Gives a question another kind; what the new one has no use for goes (changeQuestionType). What is chosen from begins with an option to write into. */
export function withKind(form: EditorForm, key: string, kind: QuestionKind, newKey: NewKey): EditorForm {
  const { tipoPregunta, tipoDato, adjuntar = false } = KINDS[kind]
  const before = findQuestion(form, key)?.found
  // The photo comes with its kind, and goes with it; one that is asked for beside another kind stays.
  const wasPhoto = before !== undefined && kindOf(before) === 'photo'
  const photo = {
    ...((adjuntar || wasPhoto || kind === 'text') && { adjuntar }),
    ...(adjuntar && { escaneable: undefined }),
  }
  const turned = updateQuestion(changeQuestionType(form, key, tipoPregunta), key, { tipoDato, ...photo })
  const wantsOption = offersOptions(tipoPregunta) && optionsOf(turned, key).length === 0
  return wantsOption ? addOptions(turned, key, [''], newKey) : turned
}
