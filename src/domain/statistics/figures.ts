import { normaliseForSearch } from '../search/normalise-for-search.ts'
import { EMPTY_NUMBER_FIGURES, computeNumberFigures, type NumberFigures } from './numbers.ts'
import type { CrossTableQuestions, OutlinedQuestion } from './outline.ts'
import { NO_CODE, UNANSWERED_CODE, YES_CODE } from './query.ts'
import {
  createCountMask,
  MIN_SHOWN_COUNT,
  MAX_TOP_TEXTS,
  type CountMask,
  type CrossTable,
  type Figures,
  type StatisticsBar,
} from './reply.ts'
import { buildCellKey, type QuestionTally } from './totals.ts'

/** Maximum days, and maximum months, that a time line shows individually. */
const MAX_DAYS = 92
const MAX_MONTHS = 60

/** Returns the figures of a question. @param masked hides small counts, and figures that reveal single answers */
export function buildFigures(question: OutlinedQuestion, tally: QuestionTally, masked: boolean): Figures {
  const shownCount = createCountMask(masked)
  const { units, asked, answered, notAsked, corrected, codes } = tally
  const [imagen, documento, video] = tally.files
  const base = {
    asked: shownCount(asked),
    answered: shownCount(answered),
    unanswered: shownCount(asked - answered),
    // A question without a condition is in every answer, so this count reveals nothing.
    notAsked: question.condition === null ? notAsked : shownCount(notAsked),
    absent: shownCount(units - asked - notAsked),
    files: { imagen: shownCount(imagen), documento: shownCount(documento), video: shownCount(video) },
    corrected: shownCount(corrected),
  }
  /** Removes items with hidden counts. */
  const seen = <T extends { readonly count: number }>(counted: readonly T[]) =>
    counted.flatMap((item) => {
      const count = shownCount(item.count)
      return count === null ? [] : [{ ...item, count }]
    })
  switch (question.kind) {
    case 'options': {
      const { of, several } = question
      return { ...base, kind: 'options', of, several, options: buildBars(question, codes, shownCount) }
    }
    case 'numbers': {
      const figures = computeNumberFigures(codes)
      const { n, beyond, bins } = figures
      return {
        ...base,
        kind: 'numbers',
        ...(masked ? roundFigures(figures) : figures),
        n: shownCount(n),
        beyond: shownCount(beyond),
        bins: seen(bins),
      }
    }
    case 'dates': {
      const by = pickDateUnit([...codes.keys()])
      const days = sumEqualNames([...codes].map(([day, count]) => [day.slice(0, by.length), count]))
      const ascending = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
      return { ...base, kind: 'dates', by: by.name, days: seen(ascending.map(([at, count]) => ({ at, count }))) }
    }
    case 'times':
      return {
        ...base,
        kind: 'times',
        hours: Array.from({ length: 24 }, (_, hour) => shownCount(codes.get(String(hour).padStart(2, '0')) ?? 0)),
      }
    case 'texts': {
      const texts = mergeTexts(codes)
      return { ...base, kind: 'texts', distinct: shownCount(texts.length), top: seen(texts).slice(0, MAX_TOP_TEXTS) }
    }
    case 'files':
      return { ...base, kind: 'files' }
  }
}

/**
 * Rounds figures. Omits the sum, which with the mean reveals the count, and minimum and maximum, which are values of
 * single answers.
 */
function roundFigures(figures: NumberFigures): NumberFigures {
  if (figures.n < MIN_SHOWN_COUNT) return { ...figures, ...EMPTY_NUMBER_FIGURES }
  const { mean, deviation, q1, median, q3 } = figures
  const round = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(3)))
  return {
    ...figures,
    sum: null,
    least: null,
    most: null,
    mean: round(mean),
    deviation: round(deviation),
    q1: round(q1),
    median: round(median),
    q3: round(q3),
  }
}

function buildBars(
  question: OutlinedQuestion,
  codes: ReadonlyMap<string, number>,
  shownCount: CountMask,
): StatisticsBar[] {
  return listOptions(question).map(({ key, texto }) => ({ key, texto, count: shownCount(codes.get(key) ?? 0) }))
}

/** Omits the texts of yes and no, because screens have translated texts for them. */
function listOptions({ of, options }: OutlinedQuestion): OutlinedQuestion['options'] {
  return of === 'boolean' ? [YES_CODE, NO_CODE].map((key) => ({ key, texto: '' })) : options
}

/** Builds a cross-table of two questions. @param counts by `buildCellKey` */
export function buildCrossTable(
  [inRows, inColumns]: CrossTableQuestions,
  counts: ReadonlyMap<string, number>,
  shownCount: CountMask,
): CrossTable {
  const count = (row: string, column: string) => shownCount(counts.get(buildCellKey(row, column)) ?? 0)
  const bars = (question: OutlinedQuestion, total: (key: string) => number | null): StatisticsBar[] =>
    [...listOptions(question), { key: UNANSWERED_CODE, texto: '' }].flatMap((option) => {
      const bar = { ...option, count: total(option.key) }
      return bar.key === UNANSWERED_CODE && bar.count === 0 ? [] : [bar]
    })
  const rows = bars(inRows, (key) => count(key, ''))
  const columns = bars(inColumns, (key) => count('', key))
  return {
    count: count('', ''),
    several: inRows.several || inColumns.several,
    rows,
    columns,
    cells: rows.map((row) => columns.map((column) => count(row.key, column.key))),
  }
}

function pickDateUnit(days: readonly string[]): { readonly name: 'day' | 'month' | 'year'; readonly length: number } {
  if (new Set(days).size <= MAX_DAYS) return { name: 'day', length: 10 }
  return new Set(days.map((day) => day.slice(0, 7))).size <= MAX_MONTHS
    ? { name: 'month', length: 7 }
    : { name: 'year', length: 4 }
}

function sumEqualNames(entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of entries) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}

/** Merges texts that differ only in case and accents, and uses the most frequent spelling. Most frequent text first. */
function mergeTexts(codes: ReadonlyMap<string, number>): readonly { readonly texto: string; readonly count: number }[] {
  const merged = new Map<string, { texto: string; most: number; count: number }>()
  for (const [texto, count] of codes) {
    const folded = normaliseForSearch(texto)
    const known = merged.get(folded)
    if (known === undefined) merged.set(folded, { texto, most: count, count })
    else {
      known.count += count
      if (count > known.most || (count === known.most && texto < known.texto)) {
        known.texto = texto
        known.most = count
      }
    }
  }
  return [...merged.values()]
    .toSorted((a, b) => b.count - a.count || (a.texto < b.texto ? -1 : 1))
    .map(({ texto, count }) => ({ texto, count }))
}
