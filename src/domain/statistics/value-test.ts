import { normaliseForSearch } from '../search/normalise-for-search.ts'
import type { WantedValue } from '../answers/value-filter.ts'
import type { FiguresKind } from './reply.ts'

const NOTHING = (): boolean => false

/**
 * Whether what is kept of an answer (`codesOfValue`) is wanted. A wanted value of another kind than the question's fits
 * no answer, and a number that does not count fits none.
 */
export function valueTest(kind: FiguresKind, wanted: WantedValue): (code: string) => boolean {
  if (wanted.kind === 'text') {
    const sought = normaliseForSearch(wanted.text.replace(/\s+/g, ' '))
    return kind === 'texts' ? (code) => normaliseForSearch(code).includes(sought) : NOTHING
  }
  const { from, to } = wanted
  if (kind === 'dates') return (code) => (from === '' || code >= from) && (to === '' || code <= to)
  if (kind !== 'numbers') return NOTHING
  const [least, most] = [hundredths(from, Number.NEGATIVE_INFINITY), hundredths(to, Number.POSITIVE_INFINITY)]
  return (code) => Number(code) >= least && Number(code) <= most
}

function hundredths(written: string, open: number): number {
  return written === '' ? open : Math.round(Number(written) * 100)
}
