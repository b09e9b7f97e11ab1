import type { Aggregates, AnswerVisibility } from '#core/statistics-port.ts'
import { readOutline } from '#core/counting/outlines.ts'
import { createRecountingAggregates } from '#core/counting/recounting.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { instantSchema } from '#domain/kernel/index.ts'
import {
  NO_STATISTICS_FILTER,
  buildCrossFilter,
  buildStatistics,
  type OutlinedSection,
} from '#domain/statistics/index.ts'
import type { SimServer } from './server.ts'

const ZONE = 'America/Santiago'
const AT = instantSchema.parse('2026-11-21T00:00:00.000Z')
const EVERYBODY: AnswerVisibility = { inArea: () => true, throughPortal: () => false, own: undefined }
/** Maximum bars that the cross-filter is tested with. */
const MAX_BARS = 4

/** Opens the statistics of every form, like a user, so that they are kept up to date from then on. */
export async function openStatistics({ store }: SimServer): Promise<void> {
  for (const { id } of await formsOf(store)) await store.statistics?.open(id, ZONE, () => 0)
}

/**
 * Invariant 11, truthful: statistics equal a recount of the answers, whatever faults occurred while they were written.
 */
export async function checkStatistics({ store }: SimServer, note: (violation: string) => void): Promise<void> {
  const { statistics } = store
  if (statistics === undefined) return
  const recount = createRecountingAggregates(store)
  for (const form of await formsOf(store)) {
    await statistics.open(form.id, ZONE, () => 0)
    const outline = await readOutline(store, form, await statistics.versions(form.id, EVERYBODY))
    const bars = outline.flatMap(({ questions }) =>
      questions.flatMap(({ key, options }) => options.map((option) => `${key}.${option.key}`)),
    )
    for (const options of [undefined, ...bars.slice(0, MAX_BARS)]) {
      const [shown, counted] = [
        await figuresFrom(statistics, form, outline, options),
        await figuresFrom(recount, form, outline, options),
      ]
      if (shown !== counted)
        note(`11 truthful: the statistics of ${form.id} with ${options} say ${differing(shown, counted)}`)
    }
  }
}

async function figuresFrom(
  aggregates: Aggregates,
  form: FormTemplate,
  outline: readonly OutlinedSection[],
  options: string | undefined,
): Promise<string> {
  const { all, found } = await aggregates.read({
    form: form.id,
    timeZone: ZONE,
    sees: EVERYBODY,
    filter: NO_STATISTICS_FILTER,
    cross: buildCrossFilter(outline, options),
    measures: outline.flatMap(({ questions }) => questions.map(({ measure }) => measure)),
    sections: outline.filter(({ repeats }) => repeats).map(({ key }) => key),
    among: undefined,
  })
  const telling = { form, outline, at: AT, timeZone: ZONE, masked: false, own: false, nameOfArea: String }
  return JSON.stringify(buildStatistics(telling, {}, all, found))
}

/** The text around the first difference, because both texts are as long as a page. */
function differing(shown: string, counted: string): string {
  const at = [...shown].findIndex((character, index) => character !== counted[index])
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 40)
  return `${around(shown)} instead of ${around(counted)}`
}

async function formsOf(store: SimServer['store']): Promise<readonly FormTemplate[]> {
  const order = { field: 'titulo', descending: false }
  const found = await store.query({ collection: 'formularios', order, limit: 100 })
  return found.map(({ document }) => document)
}
