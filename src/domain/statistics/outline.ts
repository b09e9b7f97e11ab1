import { eachQuestion } from '../answering/question-columns.ts'
import { inLanguage } from '../templates/documents/in-language.ts'
import { QUESTION_TYPE, type Option } from '../questions/documents.ts'
import type { Condition, Section } from '../templates/documents/section.ts'
import { keyOfHeadings } from '../kernel/headings.ts'
import { optionText } from '../questions/options.ts'
import { sectionKeys } from './facts.ts'
import { fieldsOf, measureNamed, partsOfMeasure, type Field, type Measure } from './measures.ts'
import type { Figures, StatisticsQuestion } from './reply.ts'

type OutlinedOption = { readonly key: string; readonly texto: string }
/** Question of the dashboard: its name and the source of its figures. */
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
type Version = { readonly secciones: readonly Section[] }

/**
 * Merges sections, questions and options of all versions in the order of the newest version; parts that only older
 * versions have follow. @param versions newest first
 */
export function outlineOf(versions: readonly Version[], language: string): readonly OutlinedSection[] {
  const sections = new Map<string, Omit<OutlinedSection, 'questions'>>()
  const questions = new Map<string, Map<Measure, OutlinedQuestion>>()
  const taken = new Set<string>()
  const put = (section: string, question: Omit<OutlinedQuestion, 'key'>): void => {
    const inSection = questions.get(section) ?? new Map<Measure, OutlinedQuestion>()
    questions.set(section, inSection)
    const known = inSection.get(question.measure)
    if (known !== undefined) {
      inSection.set(question.measure, { ...known, options: withOlder(known.options, question.options) })
      return
    }
    const { key: plain } = partsOfMeasure(question.measure)
    // Question of another kind with the same headings in an older version.
    const key = taken.has(plain) ? keyOfHeadings([question.measure]) : plain
    taken.add(key)
    inSection.set(question.measure, { ...question, key })
  }
  for (const { secciones } of versions) {
    const keys = sectionKeys(secciones)
    for (const section of secciones) {
      const key = keys.get(section) ?? ''
      const field = section.conditionalSection ? ('conditionalQuestion' as const) : ('titulo' as const)
      const known = sections.get(key)
      if (known === undefined || (section.repetible && !known.repeats))
        sections.set(key, {
          key,
          titulo: known?.titulo ?? inLanguage(section, field, language),
          repeats: section.repetible,
          nombreFila: inLanguage(section, 'nombreFila', language),
        })
      if (section.conditionalSection) put(key, conditionsOf(section, key, language))
    }
    eachQuestion(secciones, ({ section, condition, question }, heading) => {
      const key = keys.get(section) ?? ''
      for (const field of fieldsOf(question, heading.key, section.repetible ? key : null))
        put(key, {
          ...shapeOf(field, language),
          measure: field.measure,
          titulo: inLanguage(question, 'titulo', language),
          condition: condition === null ? null : inLanguage(condition, 'condition', language),
        })
    })
  }
  return [...sections.values()].map((section) => ({
    ...section,
    questions: [...(questions.get(section.key)?.values() ?? [])],
  }))
}

type Shape = Pick<OutlinedQuestion, 'part' | 'kind' | 'of' | 'several' | 'options'>

function shapeOf({ measure, input, asked }: Field, language: string): Shape {
  const { kind } = partsOfMeasure(measure)
  const part = 'name' in asked && typeof input === 'number' ? asked.name : null
  const { tipoPregunta, opciones } = asked
  const choice = tipoPregunta === QUESTION_TYPE.SELECT ? 'select' : 'radio'
  const of = tipoPregunta === QUESTION_TYPE.BOOLEAN ? 'boolean' : choice
  const options = kind === 'options' && of !== 'boolean' ? opciones.map((option) => named(option, language)) : []
  return { part, kind, of, several: of === 'select', options: distinct(options) }
}

function named(option: Option, language: string): OutlinedOption {
  return { key: keyOfHeadings([option.texto]), texto: optionText(option, language) }
}

function conditionsOf(section: Section, key: string, language: string): Omit<OutlinedQuestion, 'key'> {
  const options = section.conditions.map((condition: Condition) => ({
    key: keyOfHeadings([condition.condition]),
    texto: inLanguage(condition, 'condition', language),
  }))
  return {
    measure: measureNamed(key, 'options', null),
    titulo: inLanguage(section, 'conditionalQuestion', language),
    condition: null,
    part: null,
    kind: 'options',
    of: 'conditions',
    several: !section.conditionalSectionSingle,
    options: distinct(options),
  }
}

function distinct(options: readonly OutlinedOption[]): readonly OutlinedOption[] {
  return [...new Map(options.map((option) => [option.key, option])).values()]
}

function withOlder(newer: readonly OutlinedOption[], older: readonly OutlinedOption[]): readonly OutlinedOption[] {
  const known = new Set(newer.map(({ key }) => key))
  return [...newer, ...older.filter(({ key }) => !known.has(key))]
}
