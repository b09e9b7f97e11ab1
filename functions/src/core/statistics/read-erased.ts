import type { AreaPath, TemplateId } from '#domain/kernel/index.ts'
import type { ErasedCounts } from '#domain/privacy/index.ts'
import { createCountMask, type ReadyStatistics } from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** Maximum months read for one form: a century. */
const MAX_MONTHS = 1_200

type Line = ErasedCounts['counts'][number]
type ErasedLine = NonNullable<ReadyStatistics['erased']>[number]

/** Numbers of a form's erased answers by month, area and state, in the areas that the reader sees. */
export async function readErasedCounts(
  store: Pick<Store, 'query'>,
  form: TemplateId,
  sees: (area: AreaPath) => boolean,
): Promise<readonly Line[]> {
  const keyPrefix = keys.erasedCounts(form, '')
  const months = await store.query({ collection: 'counters', keyPrefix, limit: MAX_MONTHS })
  return months.flatMap(({ document }) => (document as ErasedCounts).counts).filter(({ area }) => sees(area))
}

/** Adds up the numbers by month; small numbers are hidden where the form's author wants it. */
export function sumErasedCounts(
  lines: readonly Line[],
  { masked, nameOfArea }: { readonly masked: boolean; readonly nameOfArea: (area: AreaPath) => string },
): readonly ErasedLine[] {
  const sums = new Map<string, ErasedLine>()
  for (const { day, area, state, answers } of lines) {
    const month = day.slice(0, 'YYYY-MM'.length)
    const key = JSON.stringify([month, area, state])
    const before = sums.get(key)?.answers ?? 0
    sums.set(key, { month, area: nameOfArea(area), state, answers: before + answers })
  }
  const shown = createCountMask(masked)
  return [...sums.entries()]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([, line]) => {
      const answers = shown(line.answers)
      return answers === null ? [] : [{ ...line, answers }]
    })
}
