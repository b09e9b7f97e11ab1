import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  DATA_TYPE,
  type DataType,
  QUESTION_TYPE,
  type QuestionType,
  isPhotoWithNote,
  isLocationQuestion,
} from '#domain/questions/index.ts'
import {
  addOptions,
  changeQuestionType,
  type EditorForm,
  type EditorQuestion,
  findQuestion,
  type NewKey,
  hasOptionList,
  findOptions,
  updateQuestion,
} from '#domain/templates/index.ts'
import { typedKeys } from '#domain/kernel/index.ts'

type Kind = {
  readonly tipoPregunta: QuestionType
  readonly tipoDato: DataType
  /** field that makes an open question this kind */
  readonly mark?: 'adjuntar' | 'adjuntarDocumento' | 'esUbicacion'
  /** heading in the select */
  readonly group: 'typed' | 'chosen' | 'shown' | 'combined'
  readonly name: MessageDescriptor
}

const open = (tipoDato: DataType, name: MessageDescriptor, group: Kind['group'] = 'typed'): Kind => ({
  tipoPregunta: QUESTION_TYPE.OPEN,
  tipoDato,
  group,
  name,
})
const other = (tipoPregunta: QuestionType, name: MessageDescriptor, group: Kind['group'] = 'chosen'): Kind => ({
  tipoPregunta,
  tipoDato: DATA_TYPE.STRING,
  group,
  name,
})

/**
 * Question kinds in the order offered to the author. A stored question has a question type and, for open questions, a
 * data type and a mark. The kind "photo" is a text with a photo; the text is a note. "Document" asks only for an
 * attachment. "Location" is a text with a point.
 */
const TABLE = {
  text: open(DATA_TYPE.STRING, msg({ message: 'Text', comment: 'kind of question' })),
  integer: open(DATA_TYPE.NUMBER, msg({ message: 'Whole number', comment: 'kind of question' })),
  decimal: open(DATA_TYPE.DECIMAL, msg({ message: 'Decimal number', comment: 'kind of question' })),
  date: open(DATA_TYPE.DATE, msg({ message: 'Date', comment: 'kind of question' })),
  time: open(DATA_TYPE.TIME, msg({ message: 'Time', comment: 'kind of question' })),
  photo: { ...open(DATA_TYPE.STRING, msg({ message: 'Photo', comment: 'kind of question' })), mark: 'adjuntar' },
  document: {
    ...open(DATA_TYPE.TITLE, msg({ message: 'Document', comment: 'kind of question' })),
    mark: 'adjuntarDocumento',
  },
  location: {
    ...open(DATA_TYPE.STRING, msg({ message: 'Location', comment: 'kind of question' })),
    mark: 'esUbicacion',
  },
  radio: other(QUESTION_TYPE.RADIO, msg({ message: 'Single choice', comment: 'kind of question' })),
  select: other(QUESTION_TYPE.SELECT, msg({ message: 'Multiple choice', comment: 'kind of question' })),
  boolean: other(QUESTION_TYPE.BOOLEAN, msg({ message: 'Yes or no', comment: 'kind of question' })),
  heading: open(DATA_TYPE.TITLE, msg({ message: 'Heading', comment: 'kind of question that asks nothing' }), 'shown'),
  link: open(DATA_TYPE.LINK, msg({ message: 'Link', comment: 'kind of question' }), 'shown'),
  combined: other(QUESTION_TYPE.COMBINED, msg({ message: 'Combined', comment: 'kind of question' }), 'combined'),
} as const satisfies Readonly<Record<string, Kind>>
export type QuestionKind = keyof typeof TABLE
export const QUESTION_KINDS_TABLE: Readonly<Record<QuestionKind, Kind>> = TABLE

const NAMES = typedKeys(QUESTION_KINDS_TABLE)

export function findQuestionKind(
  question: Pick<EditorQuestion, 'tipoPregunta' | 'tipoDato'> & Partial<EditorQuestion>,
): QuestionKind {
  if (isPhoto(question)) return 'photo'
  if (isDocument(question)) return 'document'
  if (isLocationQuestion(question)) return 'location'
  const { tipoPregunta, tipoDato } = question
  const found = NAMES.find((name) => {
    const types = QUESTION_KINDS_TABLE[name]
    if (types.mark !== undefined || types.tipoPregunta !== tipoPregunta) return false
    return tipoPregunta !== QUESTION_TYPE.OPEN || types.tipoDato === tipoDato
  })
  return found ?? 'text'
}

/** Whether an open question is shown as the kind "photo": a photo, then a note. */
function isPhoto({
  tipoPregunta,
  tipoDato,
  adjuntar = false,
  escaneable,
  esUbicacion,
}: Parameters<typeof findQuestionKind>[0]): boolean {
  return isPhotoWithNote({ tipoPregunta, tipoDato, adjuntar, escaneable, esUbicacion })
}

/** Whether an open question asks for a document and nothing else. */
function isDocument({
  tipoPregunta,
  tipoDato,
  adjuntar = false,
  adjuntarDocumento = false,
  adjuntarVideo = false,
}: Parameters<typeof findQuestionKind>[0]): boolean {
  const isHeading = tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.TITLE
  return isHeading && adjuntarDocumento && !adjuntar && !adjuntarVideo
}

export function listKindsInGroup(group: Kind['group']): readonly QuestionKind[] {
  return NAMES.filter((name) => QUESTION_KINDS_TABLE[name].group === group)
}

/**
 * Changes a question's kind and removes what the new kind cannot use (`changeQuestionType`). Adds an option to a choice
 * without options.
 */
export function changeQuestionKind(form: EditorForm, key: string, kind: QuestionKind, newKey: NewKey): EditorForm {
  const { tipoPregunta, tipoDato, mark } = QUESTION_KINDS_TABLE[kind]
  const before = findQuestion(form, key)?.found
  const old = before && QUESTION_KINDS_TABLE[findQuestionKind(before)].mark
  const [photo, document] = [mark === 'adjuntar', mark === 'adjuntarDocumento']
  const marks = {
    // Sets the attachment flags that define the old or the new kind, and keeps the others. A text has no photo, as that
    // would make it the kind "photo".
    ...((photo || document || old === 'adjuntar' || kind === 'text') && { adjuntar: photo }),
    ...((document || old === 'adjuntarDocumento') && { adjuntarDocumento: document }),
    ...(document && { adjuntarVideo: false }),
    ...(mark !== undefined && { escaneable: undefined }),
    esUbicacion: mark === 'esUbicacion' || undefined,
  }
  const changedForm = updateQuestion(changeQuestionType(form, key, tipoPregunta), key, { tipoDato, ...marks })
  const wantsOption = hasOptionList(tipoPregunta) && findOptions(changedForm, key).length === 0
  return wantsOption ? addOptions(changedForm, key, { texts: [''], newKey }) : changedForm
}
