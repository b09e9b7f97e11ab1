import { forEachQuestion } from '../answering/question-columns.ts'
import { readValueWithoutFiles } from '../answering/decompose.ts'
import { municipalityOfDocument } from '../places/documents/document-areas.ts'
import { QUESTION_TYPE, type AnsweredQuestion } from '../questions/documents.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import type { QuestionValue } from '../answers/documents/values.ts'
import { createOccurrenceCounter, TOP_HEADING, type Heading } from '../kernel/headings.ts'
import type { AnswerId } from '../kernel/ids.ts'
import { toMilliseconds } from '../kernel/moments.ts'
import type { AreaPath, MunicipalityPath } from '../kernel/paths.ts'
import { getInputCodec } from '../questions/question-types/input.ts'
import { getQuestionCodec } from '../questions/question-types.ts'
import { listCombinedInputs } from '../questions/question-types/combined.ts'
import { countOpenConflicts, pickStateFields, waitsForDecision } from '../answers/summaries.ts'
import { listValueCodes } from './answer-codes.ts'
import { listCountedFields, buildMeasure, type CountedField, type Measure } from './measures.ts'

/** The value of one question in one row of an answer. */
export type MeasureFact = {
  readonly measure: Measure
  /** row number; 0 is the main row of a section */
  readonly row: number
  /** false: the condition that shows the question does not apply */
  readonly asked: boolean
  /** codes of the value; empty if not answered */
  readonly codes: readonly string[]
  /** attached files as bits, in the order of `ATTACHMENT_FIELDS`: 1, 2 and 4 */
  readonly files: number
}

/** All data of an answer that statistics count. Derived from the document alone, so that it can be subtracted later. */
export type AnswerFacts = {
  readonly id: AnswerId
  readonly municipality: MunicipalityPath
  /** first area of the answer, which determines who may see the answer */
  readonly area: AreaPath
  readonly areaName: string
  /** milliseconds since 1970-01-01 UTC; `created` is the corrected time of the device clock */
  readonly created: number
  readonly updated: number
  readonly version: number
  readonly authorId: string
  readonly login: string
  readonly firstName: string
  readonly lastName: string
  readonly portal: boolean
  readonly waits: boolean
  readonly withCitizen: boolean
  readonly located: boolean
  readonly state: { readonly id: number; readonly nombre: string } | null
  /** completed periods in a state, by name of the state, in milliseconds */
  readonly stays: readonly (readonly [nombre: string, milliseconds: number])[]
  /** number of rows by section key */
  readonly rows: ReadonlyMap<string, number>
  readonly facts: readonly MeasureFact[]
  /** questions corrected by a supervisor */
  readonly corrected: ReadonlySet<Measure>
}

export function extractAnswerFacts(answer: Answer): AnswerFacts {
  const { estados } = answer
  const now = estados?.disponibles[estados.actual]
  return {
    id: answer.id,
    municipality: municipalityOfDocument(answer),
    area: answer.areas[0] as AreaPath,
    areaName: answer.areaInfo.nombre,
    created: toMilliseconds(answer.fechaCreacion),
    updated: toMilliseconds(answer.lastUpdate),
    version: answer.templateVersion,
    authorId: answer.authorId,
    login: answer.creadoPor,
    firstName: answer.firstName,
    lastName: answer.lastName,
    portal: answer.portalCiudadanoData !== undefined,
    waits: waitsForDecision({
      summary: { conflicts: countOpenConflicts(answer) },
      ...pickStateFields(estados),
    }),
    withCitizen: answer.datosCiudadano !== undefined,
    located: answer.ubicacion?.latlng !== undefined,
    state: now === undefined || estados === undefined ? null : { id: estados.actual, nombre: now.nombre },
    stays: computeStays(estados?.history ?? []),
    ...collectQuestionFacts(answer),
  }
}

/**
 * Returns the completed periods in states. Each ends when the next state begins. If a clock was set back, the duration
 * is zero, not negative.
 */
function computeStays(history: NonNullable<Answer['estados']>['history']): AnswerFacts['stays'] {
  return history.slice(1).map((next, index) => {
    const entered = history[index]
    const began = entered === undefined ? next.date : entered.date
    return [entered?.stateName ?? '', Math.max(0, toMilliseconds(next.date) - toMilliseconds(began))] as const
  })
}

/** Returns the facts that are derived from an answer's sections. */
export function collectQuestionFacts(
  answer: Pick<Answer, 'secciones' | 'editsBySupervisor'>,
): Pick<AnswerFacts, 'rows' | 'facts' | 'corrected'> {
  const rows = new Map<string, number>()
  const facts: MeasureFact[] = []
  const corrected = new Set<Measure>()
  const keys = buildSectionKeys(answer.secciones)
  const edited = new Set(
    (answer.editsBySupervisor ?? []).flatMap(({ editedAnswers }) =>
      editedAnswers.answers.map(
        ({ sectionOrder, conditionIndex, order }) => `${sectionOrder}/${conditionIndex ?? ''}/${order ?? ''}`,
      ),
    ),
  )
  for (const section of answer.secciones) {
    const key = keys.get(section) ?? ''
    if (section.repetible) rows.set(key, 1 + (section.seccionesRepetibles ?? []).length)
    if (section.conditionalSection) {
      const checked = (section.conditions ?? []).filter((condition) => condition.checked)
      const codes = [...new Set(checked.map(({ condition }) => TOP_HEADING.below(condition).key))]
      facts.push({ measure: buildMeasure(key, 'options', null), row: 0, asked: true, codes, files: 0 })
    }
  }
  forEachQuestion(answer.secciones, ({ section, condition, question }, heading) => {
    const base = section.repetible ? (keys.get(section) ?? '') : null
    const isRequested = condition?.checked !== false
    const fields = listFieldsBelow(heading, question, base)
    const others = base === null ? [] : (section.seccionesRepetibles ?? [])
    const isInRows =
      others.length === 0
        ? [question]
        : [question, ...others.map((row) => row.preguntas.find(({ orden }) => orden === question.orden))]
    const isEdited = edited.size > 0 && edited.has(`${section.orden}/${condition?.order ?? ''}/${question.orden}`)
    for (const { measure, input } of fields) {
      if (isEdited) corrected.add(measure)
      for (let row = 0; row < isInRows.length; row += 1) {
        const eachQuestion = isInRows[row]
        const { codes, files } =
          isRequested && eachQuestion !== undefined ? collectAnswerCodes(eachQuestion, input) : NOTHING
        facts.push({ measure, row, asked: isRequested, codes, files })
      }
    }
  })
  return { rows, facts, corrected }
}

type KnownQuestion = {
  readonly type: AnsweredQuestion['tipoPregunta']
  readonly data: AnsweredQuestion['tipoDato']
  readonly files: number
  readonly base: string | null
  readonly fields: readonly CountedField[]
}
/** Cache of a question's fields, by its heading, because all answers to a form contain the same questions. */
const knownBelow = new WeakMap<Heading, readonly KnownQuestion[]>()

function listFieldsBelow(heading: Heading, question: AnsweredQuestion, base: string | null): readonly CountedField[] {
  // Fields of combined questions are not cached.
  if (question.tipoPregunta === QUESTION_TYPE.COMBINED) return listCountedFields(question, heading.key, base)
  const files = (question.adjuntar ? 1 : 0) + (question.adjuntarDocumento ? 2 : 0) + (question.adjuntarVideo ? 4 : 0)
  const knownQuestions = knownBelow.get(heading) ?? []
  for (const knownQuestion of knownQuestions)
    if (
      knownQuestion.type === question.tipoPregunta &&
      knownQuestion.data === question.tipoDato &&
      knownQuestion.files === files &&
      knownQuestion.base === base
    )
      return knownQuestion.fields
  const fields = listCountedFields(question, heading.key, base)
  const found = { type: question.tipoPregunta, data: question.tipoDato, files, base, fields }
  knownBelow.set(heading, [...knownQuestions, found])
  return fields
}

const NOTHING = { codes: [], files: 0 } as const

/**
 * Returns the codes and files of a question or field.
 * @param input index of a combined question's field; null: the question itself; undefined: only the question's files
 */
function collectAnswerCodes(
  question: AnsweredQuestion,
  input: number | null | undefined,
): { readonly codes: readonly string[]; readonly files: number } {
  const type = question.tipoPregunta
  if (input === null && (type === QUESTION_TYPE.RADIO || type === QUESTION_TYPE.SELECT))
    return { codes: listCheckedOptionCodes(question), files: computeAttachedFileBits(question) }
  const value: QuestionValue = readValueWithoutFiles(question)
  // Files of a combined question are counted in a separate measure, so that they are counted once.
  const files = computeAttachedFileBits(question)
  if (input === undefined) return { codes: [], files }
  if (input === null) {
    const codes = getQuestionCodec(question).isAnswered(value, question) ? listValueCodes(value, question) : []
    return { codes, files }
  }
  const field = listCombinedInputs(question).find(({ orden }) => orden === input)
  const inner = value.combined?.[String(input)]
  const isAnswered = field !== undefined && inner !== undefined && getInputCodec(field).isAnswered(inner, field)
  return { codes: isAnswered ? listValueCodes(inner, field) : [], files: 0 }
}

/** Returns the attached files as bits, in the order of `ATTACHMENT_FIELDS`. */
function computeAttachedFileBits({ imagen, documento, video }: AnsweredQuestion): number {
  return (imagen === undefined ? 0 : 1) | (documento === undefined ? 0 : 2) | (video === undefined ? 0 : 4)
}

/** Returns the codes of chosen options, like `listValueCodes`. Optimised, because most questions have options. */
function listCheckedOptionCodes({ opciones }: AnsweredQuestion): readonly string[] {
  const codes: string[] = []
  for (const { checked, texto } of opciones) {
    if (!checked) continue
    const { key } = TOP_HEADING.below(texto)
    if (!codes.includes(key)) codes.push(key)
  }
  return codes
}

/** Returns a key for each section, from its heading and its position among sections with the same heading. */
export function buildSectionKeys<
  T extends Pick<AnsweredSection, 'conditionalSection' | 'conditionalQuestion' | 'titulo'>,
>(sections: readonly T[]): ReadonlyMap<T, string> {
  const occurrence = createOccurrenceCounter()
  return new Map(
    sections.map((section) => {
      const first = TOP_HEADING.below((section.conditionalSection ? section.conditionalQuestion : section.titulo) ?? '')
      const time = occurrence(first)
      return [section, (time === 1 ? first : first.below('').below(String(time))).key]
    }),
  )
}
