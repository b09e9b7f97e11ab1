import { toInstant, type TemplateId } from '#domain/kernel/index.ts'
import { buildCrossFilter, statisticsFilterSchema, buildStatistics, type Totals } from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'
import type { Aggregates, AnswerVisibility, StatisticsRequest } from '../statistics-port.ts'
import { readOutline } from '../counting/outlines.ts'
import { recountTotals } from '../counting/recounting.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
/** Milliseconds after which unused statistics are deleted. */
const UNUSED_LIFETIME_MS = 90 * DAY
/** Days recounted per form and run. With one form and hourly runs, a year takes two days. */
const DAYS_RECOUNTED = 7
const DAYS_LOOKED_BACK = 364

const ALL_VISIBLE: AnswerVisibility = { inArea: () => true, throughPortal: () => false, own: undefined }

/**
 * Deletes unused statistics. Then recounts the answers of one form from one week, and logs and deletes its statistics
 * if they differ.
 * @returns the number of forms whose statistics were deleted
 */
export async function sweepStatistics(ports: Pick<Ports, 'store' | 'clock' | 'log'>): Promise<number> {
  const { statistics } = ports.store
  if (statistics === undefined) return 0
  const deletedCount = await statistics.forget(ports.clock() - UNUSED_LIFETIME_MS)
  const forms = await statistics.forms()
  const hour = Math.floor(ports.clock() / HOUR)
  const chosen = forms[hour % Math.max(1, forms.length)]
  if (chosen === undefined) return deletedCount
  const weeks = DAYS_LOOKED_BACK / DAYS_RECOUNTED
  const last = ports.clock() + DAY - (Math.floor(hour / forms.length) % weeks) * DAYS_RECOUNTED * DAY
  if (await matchesStoredAnswers(ports, statistics, chosen, last)) return deletedCount
  ports.log.error('statistics.differ', { form: chosen.form, until: toInstant(last) })
  await statistics.drop(chosen.form)
  return deletedCount + 1
}

async function matchesStoredAnswers(
  { store }: Pick<Ports, 'store'>,
  statistics: Aggregates,
  { form: id, timeZone }: { readonly form: TemplateId; readonly timeZone: string },
  last: number,
): Promise<boolean> {
  const form = await store.get(keys.template(id))
  if (form === undefined) return true
  const [from, to] = [toInstant(last - DAYS_RECOUNTED * DAY), toInstant(last)]
  const outline = await readOutline(store, form, await statistics.versions(id, ALL_VISIBLE))
  const statisticsRequest: StatisticsRequest = {
    form: id,
    timeZone,
    sees: ALL_VISIBLE,
    filter: statisticsFilterSchema.parse({ startDate: from, endDate: to }),
    cross: buildCrossFilter(outline, undefined),
    measures: outline.flatMap(({ questions }) => questions.map(({ measure }) => measure)),
    sections: outline.filter(({ repeats }) => repeats).map(({ key }) => key),
    among: undefined,
  }
  const telling = { form, outline, at: to, timeZone, masked: false, own: false, nameOfArea: String }
  const summary = ({ found }: { readonly found: Totals }) => JSON.stringify(buildStatistics(telling, {}, found, found))
  // Compares a second time, because an answer stored between the two reads makes them differ.
  for (let look = 0; look < 2; look += 1) {
    const counted = summary({ found: await recountTotals(store, statisticsRequest, { from, to }) })
    if (summary(await statistics.read(statisticsRequest)) === counted) return true
  }
  return false
}
