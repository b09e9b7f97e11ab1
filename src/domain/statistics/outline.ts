import { forEachQuestion } from '../answering/question-columns.ts'
import { translateField } from '../templates/documents/in-language.ts'
import { QUESTION_TYPE, type Option } from '../questions/documents.ts'
import type { Condition, Section } from '../templates/documents/section.ts'
import { buildHeadingsKey } from '../kernel/headings.ts'
import { findOptionText } from '../questions/options.ts'
import { buildSectionKeys } from './facts.ts'
import { listCountedFields, buildMeasure, parseMeasure, type CountedField, type Measure } from './measures.ts'
import type { Figures, StatisticsQuestion } from './reply.ts'

type OutlinedOption = { readonly key: string; readonly texto: string }
/** A question on the dashboard, with the measure that its figures are computed from. */
export type OutlinedQuestion = Omit<StatisticsQuestion, 'figures'> & {
  readonly measure: Measure
  readonly of: Extract<Figures, { kind: 'options' }>['of']
  readonly several: boolean
  readonly options: readonly OutlinedOption[]
}
export type OutlinedSection = {
  readonly key: string
  readonly titulo: string
  readonly repeats: boolean
  readonly nombreFila: string
  readonly questions: readonly OutlinedQuestion[]
}
/** The two questions of a cross-table. */
export type CrossTableQuestions = readonly [rows: OutlinedQuestion, columns: OutlinedQuestion]

/** Maximum options of a question in a cross-table, so that the table is readable and the reply small. */
const MAX_CROSSED_OPTIONS = 50

/**
 * Rows and columns of a cross-table. @param crossed keys of the questions, `a1b2.c3d4`
 * @returns undefined if one of them is unknown or has no options or more than MAX_CROSSED_OPTIONS, if both are the same
 * question, or if they are in different repeated sections
 */
export function findCrossTableQuestions(
  outline: readonly OutlinedSection[],
  crossed: string | undefined,
): CrossTableQuestions | undefined {
  const [rows, columns] = (crossed?.split('.') ?? []).map((wanted) =>
    outline.flatMap(({ questions }) => questions).find(({ key, kind }) => key === wanted && kind === 'options'),
  )
  if (rows === undefined || columns === undefined || rows === columns) return undefined
  const [base, other] = [parseMeasure(rows.measure).base, parseMeasure(columns.measure).base]
  if (base !== null && other !== null && base !== other) return undefined
  return Math.max(rows.options.length, columns.options.length) > MAX_CROSSED_OPTIONS ? undefined : [rows, columns]
}

type Version = { readonly secciones: readonly Section[] }

/**
 * Merges sections, questions and options of all versions in the order of the newest version; parts that only older
 * versions have follow. @param versions newest first
 */
export function buildOutline(versions: readonly Version[], language: string): readonly OutlinedSection[] {
  const sections = new Map<string, Omit<OutlinedSection, 'questions'>>()
  const questions = new Map<string, Map<Measure, OutlinedQuestion>>()
  const taken = new Set<string>()
  const put = (section: string, question: Omit<OutlinedQuestion, 'key'>): void => {
    const questionsOfSection = questions.get(section) ?? new Map<Measure, OutlinedQuestion>()
    questions.set(section, questionsOfSection)
    const knownQuestion = questionsOfSection.get(question.measure)
    if (knownQuestion !== undefined) {
      questionsOfSection.set(question.measure, {
        ...knownQuestion,
        options: withOlder(knownQuestion.options, question.options),
      })
      return
    }
    const { key: plainText } = parseMeasure(question.measure)
    // An older version may have a question of another kind with the same headings, and so with the same key.
    const key = taken.has(plainText) ? buildHeadingsKey([question.measure]) : plainText
    taken.add(key)
    questionsOfSection.set(question.measure, { ...question, key })
  }
  for (const { secciones } of versions) {
    const keys = buildSectionKeys(secciones)
    for (const section of secciones) {
      const key = keys.get(section) ?? ''
      const field = section.conditionalSection ? ('conditionalQuestion' as const) : ('titulo' as const)
      const knownSection = sections.get(key)
      if (knownSection === undefined || (section.repetible && !knownSection.repeats))
        sections.set(key, {
          key,
          titulo: knownSection?.titulo ?? translateField(section, field, language),
          repeats: section.repetible,
          nombreFila: translateField(section, 'nombreFila', language),
        })
      if (section.conditionalSection) put(key, outlineConditions(section, key, language))
    }
    forEachQuestion(secciones, ({ section, condition, question }, heading) => {
      const key = keys.get(section) ?? ''
      for (const field of listCountedFields(question, heading.key, section.repetible ? key : null))
        put(key, {
          ...buildFieldShape(field, language),
          measure: field.measure,
          titulo: translateField(question, 'titulo', language),
          condition: condition === null ? null : translateField(condition, 'condition', language),
        })
    })
  }
  return [...sections.values()].map((section) => ({
    ...section,
    questions: [...(questions.get(section.key)?.values() ?? [])],
  }))
}

type Shape = Pick<OutlinedQuestion, 'part' | 'kind' | 'of' | 'several' | 'options'>

function buildFieldShape({ measure, input, asked }: CountedField, language: string): Shape {
  const { kind } = parseMeasure(measure)
  const part = 'name' in asked && typeof input === 'number' ? asked.name : null
  const { tipoPregunta, opciones } = asked
  const choice = tipoPregunta === QUESTION_TYPE.SELECT ? 'select' : 'radio'
  const of = tipoPregunta === QUESTION_TYPE.BOOLEAN ? 'boolean' : choice
  const options =
    kind === 'options' && of !== 'boolean' ? opciones.map((option) => toOutlinedOption(option, language)) : []
  return { part, kind, of, several: of === 'select', options: dropDuplicateOptions(options) }
}

function toOutlinedOption(option: Option, language: string): OutlinedOption {
  return { key: buildHeadingsKey([option.texto]), texto: findOptionText(option, language) }
}

function outlineConditions(section: Section, key: string, language: string): Omit<OutlinedQuestion, 'key'> {
  const options = section.conditions.map((condition: Condition) => ({
    key: buildHeadingsKey([condition.condition]),
    texto: translateField(condition, 'condition', language),
  }))
  return {
    measure: buildMeasure(key, 'options', null),
    titulo: translateField(section, 'conditionalQuestion', language),
    condition: null,
    part: null,
    kind: 'options',
    of: 'conditions',
    several: !section.conditionalSectionSingle,
    options: dropDuplicateOptions(options),
  }
}

function dropDuplicateOptions(options: readonly OutlinedOption[]): readonly OutlinedOption[] {
  return [...new Map(options.map((option) => [option.key, option])).values()]
}

function withOlder(newer: readonly OutlinedOption[], older: readonly OutlinedOption[]): readonly OutlinedOption[] {
  const known = new Set(newer.map(({ key }) => key))
  return [...newer, ...older.filter(({ key }) => !known.has(key))]
}
