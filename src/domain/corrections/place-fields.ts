import { type Address, getPositionRowId, toAddress } from '../kernel/index.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { decomposeAnswer } from '../answering/decompose.ts'
import {
  findRowIndex,
  type PlacedQuestion,
  readRowIds,
  listAskedRowIds,
  findPlacedQuestion,
} from '../answering/walk.ts'
import type { Answer } from '../answers/documents/answer.ts'
import {
  type CorrectedAnswer,
  MAX_CORRECTED_ANSWERS,
  type RequestedChange,
} from '../answers/documents/change-request.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import { QUESTION_TYPE } from '../questions/documents.ts'
import type { SupervisorEdit } from '../answers/documents/supervisor-edit.ts'
import type { Instant } from '../kernel/instant.ts'
import { MAX_TEXT_LENGTH } from '../kernel/limits.ts'
import { listChosenOptions } from '../questions/options.ts'
import { formatValue } from '../questions/question-value.ts'
import type { Correction, RowEdit } from './correction.ts'

type EditedAnswer = SupervisorEdit['editedAnswers']['answers'][number]
type PlaceFields = Pick<
  RequestedChange,
  'sectionOrder' | 'order' | 'rowIndex' | 'rowId' | 'isMain' | 'repetible' | 'conditionIndex' | 'title'
>

/** Converts a place to the field names of the specification (part 3, point 3: change request, supervisor edit). */
function toPlaceFields(place: PlacedQuestion): PlaceFields {
  const { section, question, condition, row, index } = place
  return {
    sectionOrder: section.orden,
    order: question.orden,
    title: question.titulo,
    ...(section.repetible ? { repetible: true, isMain: row === null } : {}),
    ...(index === null ? {} : { rowIndex: index }),
    ...(row === null ? {} : { rowId: row }),
    ...(condition === null ? {} : { conditionIndex: condition.order }),
  }
}

/** Returns the address of a place in the specification's field names; null for a section. */
export function toQuestionAddress(place: PlaceFields): Address | null {
  const { sectionOrder: section, order: question, conditionIndex: condition = null, rowIndex, rowId } = place
  if (question === undefined) return null
  const row = rowId ?? (rowIndex === undefined ? null : getPositionRowId(rowIndex))
  return toAddress({ section, question, condition, row })
}

/** Returns a place with the index of its row in the first of these contents that has the row. */
function toStaticPlace(place: PlacedQuestion, ...contents: readonly AnswerValues[]): PlacedQuestion {
  const { section, row } = place
  if (row === null) return place
  const indexes = contents.map((content) => findRowIndex(listAskedRowIds(section, content), row))
  return { ...place, index: indexes.find((index) => index !== undefined) ?? null }
}

/** Requested change of a question, with its current value. */
export function buildRequestedChange(answer: Answer, version: FormTemplate, address: Address): RequestedChange {
  const place = findPlacedQuestion(version, address)
  if (place === undefined) throw new Error(`${version.id} has no question at ${address}`)
  const content = decomposeAnswer(answer)
  const value = content.values[address]
  const old = value === undefined ? undefined : formatRespuesta(place, value)
  const findFileUrl = (sha256: string | undefined) => answer.files.find((file) => file.sha256 === sha256)?.url
  const [oldImage, oldDocument] = [findFileUrl(value?.imagen), findFileUrl(value?.documento)]
  return {
    ...toPlaceFields(toStaticPlace(place, content)),
    ...(place.section.conditionalSection ? { sectionConditional: true } : {}),
    ...(old === undefined ? {} : { oldAnswer: old }),
    ...(oldImage === undefined ? {} : { oldImage }),
    ...(oldDocument === undefined ? {} : { oldDocument }),
  }
}

/**
 * Returns `answersWithCorrections` after a revision: each changed value, before and after. The newest entries are last;
 * beyond MAX_CORRECTED_ANSWERS the oldest are dropped.
 */
export function appendCorrectedAnswers(
  { before, after }: { readonly before: Answer; readonly after: Answer },
  version: FormTemplate,
  { values }: Correction,
  date: Instant,
): Answer['answersWithCorrections'] {
  const corrected = values.map(({ at }): CorrectedAnswer => {
    const { oldAnswer, oldImage, oldDocument } = buildRequestedChange(after, version, at)
    return {
      ...buildRequestedChange(before, version, at),
      ...(oldAnswer === undefined ? {} : { newAnswer: oldAnswer }),
      ...(oldImage === undefined ? {} : { newImage: oldImage }),
      ...(oldDocument === undefined ? {} : { newDocument: oldDocument }),
      date,
    }
  })
  return [...before.answersWithCorrections, ...corrected].slice(-MAX_CORRECTED_ANSWERS)
}

/** Record of a correction in the specification's fields (part 3, point 3). */
export function buildSupervisorEdit(
  document: Answer,
  version: FormTemplate,
  applied: Correction,
): Pick<
  SupervisorEdit,
  | 'editedLocation'
  | 'editedCitizen'
  | 'editedPersona'
  | 'editedIdentifier'
  | 'editedConditions'
  | 'editedRows'
  | 'editedImages'
  | 'editedDocuments'
  | 'editedAnswers'
> {
  const content = decomposeAnswer(document)
  const places = applied.values.flatMap((edit) => {
    const place = findPlacedQuestion(version, edit.at)
    return place === undefined ? [] : [{ place: toStaticPlace(place, content), edit }]
  })
  const findFileUrl = (sha256: string | undefined) => document.files.find((file) => file.sha256 === sha256)?.url
  const urls = (field: 'imagen' | 'documento'): readonly string[] =>
    applied.values.flatMap(({ seen, value }) => {
      const url = value?.[field] === seen?.[field] ? undefined : findFileUrl(value?.[field])
      return url === undefined ? [] : [url]
    })
  const { location, citizen, persona, identifier } = applied
  const newLocation = location?.value
  return {
    ...(newLocation === undefined || newLocation === null ? {} : { editedLocation: newLocation }),
    ...(citizen === undefined ? {} : { editedCitizen: citizen.value }),
    ...(persona === undefined ? {} : { editedPersona: persona.value }),
    ...(identifier === undefined ? {} : { editedIdentifier: identifier.value }),
    editedConditions: applied.conditions.map(({ section, condition, checked }) => ({
      sectionOrder: section,
      conditionIndex: condition,
      checked,
    })),
    ...(applied.rows.length === 0 ? {} : { editedRows: editedRows(applied.rows, content) }),
    editedImages: urls('imagen').map((urlImage) => ({ urlImage })),
    editedDocuments: urls('documento').map((urlDocument) => ({ urlDocument })),
    editedAnswers: {
      answers: places.map(({ place, edit }): EditedAnswer => {
        const answer = edit.value === null ? undefined : formatRespuesta(place, edit.value)
        const files = listFileNames(document, edit.value)
        return {
          ...toPlaceFields(place),
          answer: answer ?? '',
          ...(files.length === 0 ? {} : { files }),
          dataType: place.question.tipoDato,
        }
      }),
    },
  }
}

function editedRows(edits: readonly RowEdit[], content: AnswerValues): NonNullable<SupervisorEdit['editedRows']> {
  return [...new Set(edits.map(({ section }) => section))].map((section) => {
    const ownEdits = edits.filter((edit) => edit.section === section)
    const [added, removed] = [ownEdits.filter((edit) => 'added' in edit), ownEdits.filter((edit) => 'seen' in edit)]
    return {
      sectionOrder: section,
      rows: readRowIds(content, section).length,
      ...(added.length === 0 ? {} : { added: added.map(({ row }) => row) }),
      ...(removed.length === 0 ? {} : { removed: removed.map(({ row }) => row) }),
    }
  })
}

function listFileNames({ files }: Answer, value: QuestionValue | null): readonly string[] {
  return [value?.imagen, value?.documento, value?.video].flatMap(
    (sha256) => files.find((file) => file.sha256 === sha256)?.name ?? [],
  )
}

/** Value as text, boolean or the texts of the chosen options. Combined questions are formatted as one text. */
function formatRespuesta({ question }: PlacedQuestion, value: QuestionValue): RequestedChange['oldAnswer'] {
  if (question.tipoPregunta === QUESTION_TYPE.SELECT || question.tipoPregunta === QUESTION_TYPE.RADIO) {
    return listChosenOptions(value, question).map((option) => option.texto)
  }
  if (question.tipoPregunta === QUESTION_TYPE.COMBINED) return formatValue(question, value).slice(0, MAX_TEXT_LENGTH)
  return value.respuesta
}
