import { normaliseForSearch } from '../search/index.ts'
import { NO_MEASURES, numberFigures } from './numbers.ts'
import type { OutlinedQuestion } from './outline.ts'
import { NO, YES } from './query.ts'
import { FEW, MOST_TOP_TEXTS, type Figures, type StatisticsBar } from './reply.ts'
import type { Tally } from './totals.ts'

/** Different days, and months, that a time line shows one by one. */
const MOST_DAYS = 92
const MOST_MONTHS = 60

/**
 * The figures of a question, of what was counted.
 * @param masked counts under `FEW` are not told
 */
export function figuresOf(question: OutlinedQuestion, tally: Tally, masked: boolean): Figures {
  const told = (count: number): number | null => (masked && count > 0 && count < FEW ? null : count)
  const { units, asked, answered, notAsked, corrected, codes } = tally
  const [imagen, documento, video] = tally.files
  // Whoever knows all but one of the parts knows the last one, too.
  const unanswered = told(asked - answered)
  const base = {
    asked,
    answered: unanswered === null ? null : told(answered),
    unanswered: told(answered) === null ? null : unanswered,
    notAsked,
    absent: units - asked - notAsked,
    files: { imagen, documento, video },
    corrected,
  }
  switch (question.kind) {
    case 'options': {
      const { of, several } = question
      return { ...base, kind: 'options', of, several, options: barsOf(question, codes, told) }
    }
    case 'numbers': {
      const { bins, ...figures } = numberFigures(codes)
      const hidden = masked && figures.n > 0 && figures.n < FEW ? NO_MEASURES : {}
      return {
        ...base,
        kind: 'numbers',
        ...figures,
        bins: bins.map((bin) => ({ ...bin, count: told(bin.count) })),
        ...hidden,
      }
    }
    case 'dates': {
      const by = unitOf([...codes.keys()])
      const days = summed([...codes].map(([day, count]) => [day.slice(0, by.length), count]))
      const ascending = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
      return { ...base, kind: 'dates', by: by.name, days: ascending.map(([at, count]) => ({ at, count: told(count) })) }
    }
    case 'times':
      return {
        ...base,
        kind: 'times',
        hours: Array.from({ length: 24 }, (_, hour) => told(codes.get(String(hour).padStart(2, '0')) ?? 0)),
      }
    case 'texts': {
      const texts = textsOf(codes)
      const top = texts.filter(({ count }) => !masked || count >= FEW).slice(0, MOST_TOP_TEXTS)
      return { ...base, kind: 'texts', distinct: texts.length, top }
    }
    case 'files':
      return { ...base, kind: 'files' }
  }
}

function barsOf(
  { of, options }: OutlinedQuestion,
  codes: ReadonlyMap<string, number>,
  told: (count: number) => number | null,
): StatisticsBar[] {
  // The words for yes and no are the screen's.
  const bars = of === 'boolean' ? [YES, NO].map((key) => ({ key, texto: '' })) : options
  return bars.map(({ key, texto }) => ({ key, texto, count: told(codes.get(key) ?? 0) }))
}

function unitOf(days: readonly string[]): { readonly name: 'day' | 'month' | 'year'; readonly length: number } {
  if (new Set(days).size <= MOST_DAYS) return { name: 'day', length: 10 }
  return new Set(days.map((day) => day.slice(0, 7))).size <= MOST_MONTHS
    ? { name: 'month', length: 7 }
    : { name: 'year', length: 4 }
}

function summed(entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of entries) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}

/** Each once, whatever the accents and the case, as it is written most; the most frequent first. */
function textsOf(codes: ReadonlyMap<string, number>): readonly { readonly texto: string; readonly count: number }[] {
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
