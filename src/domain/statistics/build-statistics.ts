import { normaliseForSearch } from '../search/normalise-for-search.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import { translateField } from '../templates/documents/in-language.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Instant } from '../kernel/instant.ts'
import { DEFAULT_LANGUAGE, type Language } from '../kernel/limits.ts'
import { toInstant } from '../kernel/moments.ts'
import type { AreaPath } from '../kernel/paths.ts'
import type { ListFilter } from '../answers/answers-api.ts'
import { parseValueFilters, type ValueFilter } from '../answers/value-filter.ts'
import { buildCrossTable, buildFigures } from './figures.ts'
import { parseMeasure, type Measure } from './measures.ts'
import { collectQuestionFacts } from './facts.ts'
import { buildOutline, findCrossTableQuestions, type OutlinedSection } from './outline.ts'
import { parseCrossFilter, type FormStatisticsQuery } from './query.ts'
import {
  createCountMask,
  MAX_AUTHORS,
  type CountMask,
  type ReadyStatistics,
  type StatisticsCard,
  type FiguresKind,
} from './reply.ts'
import {
  createEmptyQuestionTally,
  matchesCrossFilter,
  type MeasureCondition,
  type CrossFilter,
  type QuestionTally,
  type Totals,
} from './totals.ts'

const NOTHING = (): boolean => false

/**
 * Returns a test for the codes of values (`listValueCodes`) by a typed filter. A filter of another kind than the
 * question, such as a number for a text question, matches nothing. Numbers that are too long to sum never match.
 */
function createValueTestOfKind(kind: FiguresKind, requestedFilter: ValueFilter): (code: string) => boolean {
  if (requestedFilter.kind === 'answered') return () => true
  if (requestedFilter.kind === 'option') return kind === 'options' ? (code) => code === requestedFilter.option : NOTHING
  if ('text' in requestedFilter) {
    const query = normaliseForSearch(requestedFilter.text.replace(/\s+/g, ' '))
    if (kind !== 'texts') return NOTHING
    return requestedFilter.kind === 'same'
      ? (code) => normaliseForSearch(code) === query
      : (code) => normaliseForSearch(code).includes(query)
  }
  const { from, to } = requestedFilter
  if (kind === 'dates') return (code) => (from === '' || code >= from) && (to === '' || code <= to)
  if (kind !== 'numbers') return NOTHING
  const [min, max] = [parseHundredths(from, Number.NEGATIVE_INFINITY), parseHundredths(to, Number.POSITIVE_INFINITY)]
  return (code) => Number(code) >= min && Number(code) <= max
}

function parseHundredths(written: string, open: number): number {
  return written === '' ? open : Math.round(Number(written) * 100)
}

/** Data of the reply in addition to the sums. */
export type StatisticsContext = {
  readonly form: Pick<FormTemplate, 'id' | 'titulo' | 'descripcion' | 'version'> & {
    readonly estados?: Pick<FormTemplate['estados'], 'disponibles'>
  }
  /** all answered versions and the current version, in the reader's language */
  readonly outline: readonly OutlinedSection[]
  /** the reader's language, for the form's title and states; missing: as the author wrote them */
  readonly language?: Language | undefined
  readonly at: Instant
  readonly timeZone: string
  readonly masked: boolean
  readonly own: boolean
  readonly nameOfArea: (path: AreaPath) => string
}

/**
 * Builds the cross-filter of a query, by measure, including the values typed in the list. Unknown keys match no answer.
 */
export function buildCrossFilter(
  outline: readonly OutlinedSection[],
  options: string | undefined,
  values?: string,
): CrossFilter {
  const byKey = new Map(
    outline.flatMap(({ questions }) => questions.map(({ key, measure }) => [key, measure] as const)),
  )
  const cross = new Map<string, MeasureCondition>(
    [...parseCrossFilter(options)].map(([key, chosen]) => [byKey.get(key) ?? key, { options: chosen }]),
  )
  for (const requestedFilter of (values !== undefined && parseValueFilters(values)) || []) {
    const measure = byKey.get(requestedFilter.question)
    const fits =
      measure === undefined ? () => false : createValueTestOfKind(parseMeasure(measure).kind, requestedFilter)
    const key = measure ?? requestedFilter.question
    const before = cross.get(key) ?? { options: new Set<string>() }
    const { kind, not = false } = requestedFilter
    if (not || kind === 'answered')
      cross.set(key, { ...before, conditions: [...(before.conditions ?? []), { fits, not }] })
    else
      cross.set(key, {
        ...before,
        fits: before.fits === undefined ? fits : (code) => before.fits?.(code) === true || fits(code),
      })
  }
  return cross
}

/**
 * Builds a test for the question filters of a list, for answers on a device. The rules are the same as on the server.
 * @param versions versions of the form, newest first
 */
export function createValueTest(
  versions: Parameters<typeof buildOutline>[0],
  { options, values }: Pick<ListFilter, 'options' | 'values'>,
): (sections: readonly AnsweredSection[]) => boolean {
  const cross = buildCrossFilter(buildOutline(versions, DEFAULT_LANGUAGE), options, values)
  return (sections) =>
    matchesCrossFilter(collectQuestionFacts({ secciones: [...sections], editsBySupervisor: [] }), cross)
}

/**
 * Builds the reply from sums, either of `computeTotals` or of stored statistics.
 * @param all unfiltered totals, for the card and the areas
 */
export function buildStatistics(
  telling: StatisticsContext,
  { questions, crossed }: Pick<FormStatisticsQuery, 'questions' | 'crossed'>,
  all: Totals,
  totals: Totals,
): ReadyStatistics {
  const { form, outline, at, timeZone, masked, own, nameOfArea } = telling
  const requested = questions === undefined ? undefined : new Set(questions.split(','))
  const inLanguage = telling.language ?? ''
  const states =
    form.estados?.disponibles.map((state) => ({
      id: state.id,
      written: state.nombre,
      nombre: translateField(state, 'nombre', inLanguage),
    })) ?? []
  const shownCount = createCountMask(masked)
  const crossing = findCrossTableQuestions(outline, crossed)
  const named = (path: AreaPath) => ({ path, nombre: nameOfArea(path) })
  return {
    status: 'ready',
    form: {
      id: form.id,
      titulo: translateField(form, 'titulo', inLanguage),
      descripcion: translateField(form, 'descripcion', inLanguage),
      states: states.map(({ id, nombre }) => ({ id, nombre })),
      areas: [...all.areas.keys()].toSorted().map(named),
      version: form.version,
    },
    at,
    timeZone,
    masked,
    own,
    all: buildCard(all, masked),
    found: buildCard(totals, masked),
    hours: totals.hours.map(shownCount),
    days: [...totals.days]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([day, count]) => (shownCount(count) === null ? [] : [{ day, count: Number(shownCount(count)) }])),
    areas: [...totals.areas]
      .toSorted(([a, max], [b, other]) => other - max || (a < b ? -1 : 1))
      .map(([path, count]) => ({ ...named(path), count: shownCount(count) })),
    authors: buildAuthors(totals, shownCount),
    states: buildStates(states, totals, shownCount),
    sections: outline.map(({ key, titulo, repeats, nombreFila, questions: requestedQuestions }) => ({
      key,
      titulo,
      rows: repeats ? { count: shownCount(totals.rows.get(key) ?? 0), nombre: nombreFila } : null,
      questions: requestedQuestions.map((question) => ({
        key: question.key,
        titulo: question.titulo,
        condition: question.condition,
        part: question.part,
        kind: question.kind,
        ...(requested === undefined || requested.has(question.key)
          ? {
              figures: buildFigures(question, findTally(totals, question.measure), masked),
            }
          : {}),
      })),
    })),
    ...(crossing !== undefined && { crossed: buildCrossTable(crossing, totals.crossed, shownCount) }),
  }
}

/**
 * Returns the tally of a question. A question that was never asked gets the same empty tally, whichever way it was
 * counted.
 */
function findTally({ measures, answers, rows }: Totals, measure: Measure): QuestionTally {
  const tally = measures.get(measure)
  if (tally !== undefined && tally.asked + tally.notAsked > 0) return tally
  const { base } = parseMeasure(measure)
  return { ...createEmptyQuestionTally(), units: base === null ? answers : (rows.get(base) ?? 0) }
}

function buildCard({ answers, authors, withCitizen, located, first, last }: Totals, masked: boolean): StatisticsCard {
  const shownCount = createCountMask(masked)
  // The times of the first and the last answer each reveal a single answer.
  const ends = answers > 0 && !masked
  return {
    answers: shownCount(answers),
    authors: shownCount(new Set([...authors.keys()].map((key) => key.split('\n')[0])).size),
    withCitizen: shownCount(withCitizen),
    located: shownCount(located),
    first: ends ? toInstant(first) : null,
    last: ends ? toInstant(last) : null,
  }
}

/** Lists authors without duplicates, each with the name that most of their answers contain. */
function buildAuthors({ authors }: Totals, shownCount: CountMask): ReadyStatistics['authors'] {
  const people = new Map<string, { login: string; name: string; most: number; count: number }>()
  for (const [key, count] of [...authors].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [id = '', login = '', first = '', last = ''] = key.split('\n')
    const known = people.get(id)
    const name = `${first} ${last}`.trim()
    if (known === undefined) people.set(id, { login, name, most: count, count })
    else {
      known.count += count
      if (count > known.most) Object.assign(known, { login, name, most: count })
    }
  }
  return [...people.values()]
    .toSorted((a, b) => b.count - a.count || (a.login < b.login ? -1 : 1))
    .flatMap(({ login, name, count }) =>
      shownCount(count) === null ? [] : [{ login, name, count: Number(shownCount(count)) }],
    )
    .slice(0, MAX_AUTHORS)
}

function buildStates(
  current: readonly { readonly id: number; readonly written: string; readonly nombre: string }[],
  { states }: Totals,
  shownCount: CountMask,
): ReadyStatistics['states'] {
  const older = [...states.keys()].filter((name) => !current.some(({ written }) => written === name)).toSorted()
  const past = older.map((nombre) => ({ id: null, written: nombre, nombre }))
  return [...current, ...past].map(({ id, written, nombre }) => {
    const { count, left, milliseconds } = states.get(written) ?? { count: 0, left: 0, milliseconds: 0 }
    const shown = shownCount(left)
    // Scales the total duration to the rounded count, so that the average is unchanged.
    const taken = left === 0 ? 0 : Math.round((milliseconds / left) * (shown ?? 0))
    return { nombre, id, count: shownCount(count), left: shown, milliseconds: shown === left ? milliseconds : taken }
  })
}
