import { listAcceptedAttachments, type AttachmentField } from '../questions/attachments.ts'
import { getDataCodec } from '../questions/data-types.ts'
import { listCombinedInputs } from '../questions/question-types/combined.ts'
import { isLocationQuestion, parseLocation } from '../questions/place.ts'
import { QUESTION_TYPE } from '../questions/documents.ts'
import type { Section } from '../templates/documents/section.ts'
import type { QuestionValue } from '../answers/documents/values.ts'
import { toAddress } from '../kernel/address.ts'
import { toHeadingText } from '../kernel/headings.ts'
import type { RowId } from '../kernel/row-ids.ts'
import { listAskedRowIds, type PlacedQuestion } from '../answering/walk.ts'
import { joinChoices } from './choices.ts'
import { formatInputCell, isShownAsDay, formatQuestionCell, type Cell, type YesNoTexts } from './cell.ts'
import type { ExportedAnswer, ExportedVersion } from './export-call.ts'

/** Words of a table that are not part of the form. */
export type ColumnTexts = YesNoTexts & {
  /** `#` is replaced by the number of a section without title */
  readonly section: string
  readonly facts: Readonly<Record<'latitude' | 'longitude', string>>
} & Readonly<Record<AttachmentField, string>>

/** Column of a form version. */
export type ExportColumn = {
  /** equal in all versions for columns with equal headings */
  readonly id: string
  /** headings: section, condition, question and part of it */
  readonly head: readonly string[]
  readonly day: boolean
  /** cells are links to files */
  readonly isFile: boolean
  /** `orden` of its section if the section is repeatable; otherwise null */
  readonly repeats: number | null
  /** @param row additional row of a repeated section; null: main row */
  readonly read: (answer: ExportedAnswer, row: number | null, origin: string) => Cell
}

type ColumnWithoutId = Omit<ExportColumn, 'id'>
type Shows = 'text' | 'day' | 'file'

/**
 * Columns of a version in screen order. Columns with the same headings are the same column in all versions. Rewording a
 * question creates another column; moving a question does not.
 */
export function listVersionColumns({ secciones }: ExportedVersion, texts: ColumnTexts): readonly ExportColumn[] {
  const columns = secciones.flatMap((section, place) =>
    listSectionColumns(section, formatColumnSection(section, place, texts), texts),
  )
  const times = new Map<string, number>()
  return columns.map((column) => {
    const path = JSON.stringify(column.head.map(toHeadingText))
    const time = (times.get(path) ?? 0) + 1
    times.set(path, time)
    return time === 1
      ? { ...column, id: path }
      : { ...column, id: `${path}${time}`, head: [...column.head.slice(0, -1), `${column.head.at(-1)} (${time})`] }
  })
}

function formatColumnSection(
  { titulo, conditionalSection, conditionalQuestion }: Section,
  place: number,
  texts: ColumnTexts,
) {
  const own = titulo === '' && conditionalSection ? conditionalQuestion : titulo
  return own === '' ? texts.section.replace('#', String(place + 1)) : own
}

function listSectionColumns(section: Section, name: string, messages: ColumnTexts): readonly ColumnWithoutId[] {
  if (!section.conditionalSection)
    return section.preguntas.flatMap((question) =>
      listQuestionColumnsOfExport({ question, section, condition: null }, [name, question.titulo], messages),
    )
  const checked: ColumnWithoutId = {
    head: [name],
    day: false,
    isFile: false,
    repeats: null,
    read: ({ content }) => {
      const orders = content.conditions[String(section.orden)] ?? []
      const texts = section.conditions.filter(({ order }) => orders.includes(order)).map(({ condition }) => condition)
      return texts.length === 0 ? null : joinChoices(texts)
    },
  }
  const requestedColumns = section.conditions.flatMap((condition) =>
    condition.questions.flatMap((question) =>
      listQuestionColumnsOfExport(
        { question, section, condition },
        [name, condition.condition, question.titulo],
        messages,
      ),
    ),
  )
  return [checked, ...requestedColumns]
}

function listQuestionColumnsOfExport(
  { question, section, condition }: Pick<PlacedQuestion, 'question' | 'section' | 'condition'>,
  head: readonly string[],
  texts: ColumnTexts,
): readonly ColumnWithoutId[] {
  const address = (row: RowId | null) =>
    toAddress({ section: section.orden, question: question.orden, condition: condition?.order ?? null, row })
  const main = address(null)
  const valueIn = ({ content }: ExportedAnswer, index: number | null): QuestionValue | undefined => {
    const row = index === null ? null : listAskedRowIds(section, content)[index]
    return row === undefined ? undefined : content.values[row === null ? main : address(row)]
  }
  const repeats = section.repetible ? section.orden : null
  const column = (last: readonly string[], shows: Shows, read: ColumnWithoutId['read']): ColumnWithoutId => {
    return { head: [...head, ...last], day: shows === 'day', isFile: shows === 'file', repeats, read }
  }
  const inputs = question.tipoPregunta === QUESTION_TYPE.COMBINED ? listCombinedInputs(question) : []
  const files = listAcceptedAttachments(question).map((field) =>
    column([texts[field]], 'file', (answer, row, origin) =>
      buildFileLink(answer, valueIn(answer, row)?.[field], origin),
    ),
  )
  const isTyped = question.tipoPregunta !== QUESTION_TYPE.OPEN || getDataCodec(question).holds !== 'none'
  const placeAt = (answer: ExportedAnswer, row: number | null) =>
    parseLocation(String(valueIn(answer, row)?.respuesta ?? ''))
  if (isLocationQuestion(question))
    return [
      column([], 'text', (answer, row) => placeAt(answer, row).direccion || null),
      ...(['latitude', 'longitude'] as const).map((part) =>
        column([texts.facts[part]], 'text', (answer, row) => placeAt(answer, row).latlng?.[part] ?? null),
      ),
      ...files,
    ]
  return [
    ...inputs.map((input) =>
      column([input.name], isShownAsDay(input) ? 'day' : 'text', (answer, row) =>
        formatInputCell(input, valueIn(answer, row), texts),
      ),
    ),
    ...(isTyped && question.tipoPregunta !== QUESTION_TYPE.COMBINED
      ? [
          column([], isShownAsDay(question) ? 'day' : 'text', (answer, row) =>
            formatQuestionCell(question, valueIn(answer, row), texts),
          ),
        ]
      : []),
    ...files,
  ]
}

/** Link to an answer's file, for users who may read the answer. */
export function buildFileLink({ id }: ExportedAnswer, sha256: string | undefined, origin: string): Cell {
  return sha256 === undefined ? null : `${origin}/api/answers/${id}/files/${sha256}`
}
