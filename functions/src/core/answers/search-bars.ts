import { buildCrossFilter } from '#domain/statistics/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import type { ListFilter, ListedAnswer } from '#domain/answers/index.ts'
import { pickAggregates, readFormTimeZone } from '../counting/recounting.ts'
import { readOutline } from '../counting/outlines.ts'
import { buildAnswerVisibility } from '../counting/visibility.ts'
import { CatchingUpError, type DocumentEntry, type Ports, type Query, type Store } from '../ports.ts'
import type { MatchingAnswers } from '../statistics-port.ts'
import { createQueryableEntries } from './among.ts'
import type { SearchPlan, SearchRequest } from './search-for.ts'

/** Summaries per query when collecting the answers found by words. */
const BATCH_SIZE = 2_500

export type SearchPlanner = (filter: ListFilter) => Promise<SearchPlan>

/**
 * Plans a search for the answers that a selected statistics bar counts, or that have given values in questions. Uses
 * the stored statistics, so that lists and charts agree. Throws `CatchingUpError` while the statistics are being
 * counted.
 * @param common checks that apply to each answer
 * @param searching plans the search by words, ID number or payment, without bars
 */
export async function planStatisticsBarSearch(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, template, filter: { values, ...filter } }: SearchRequest,
  common: Pick<SearchPlan, 'orderedBy' | 'momentOf' | 'fits'>,
  searching: SearchPlanner,
): Promise<SearchPlan> {
  const form = await store.get(keys.template(template))
  const statistics = pickAggregates(store)
  if (form === undefined)
    return { ...common, ...listWholeCollection(createQueryableEntries<ListedAnswer>([], common.momentOf), 0) }
  const timeZone = await readFormTimeZone(store, form)
  if ((await statistics.open(template, timeZone, clock)) < 100) throw new CatchingUpError()
  const visibility = buildAnswerVisibility(user)
  const outline = await readOutline(store, form, await statistics.versions(template, visibility))
  const chosenAnswers = await statistics.chosen({
    form: template,
    timeZone,
    sees: visibility,
    filter,
    cross: buildCrossFilter(outline, filter.options, values),
    among: await findKeysByWordsIdNumberOrPayment(filter, searching),
  })
  return { ...common, ...listWholeCollection(storeOfChosenAnswers(store, chosenAnswers), chosenAnswers.count) }
}

function listWholeCollection(
  source: Pick<Store, 'query'>,
  count: number,
): Omit<SearchPlan, 'orderedBy' | 'momentOf' | 'fits'> {
  const counted = async () => count
  return {
    among: source,
    query: { collection: 'respuestas_formularios' },
    looksCloser: false,
    count: counted,
    countAll: counted,
  }
}

/** Lets the chosen answers be queried like a store: sorted, and starting after a position. */
function storeOfChosenAnswers(store: Store, chosenAnswers: MatchingAnswers): Pick<Store, 'query'> {
  const query = async ({ order, after, limit }: Query): Promise<readonly DocumentEntry[]> => {
    const found: DocumentEntry[] = []
    let place = after
    while (found.length < limit) {
      const max = limit - found.length
      const page = chosenAnswers.page({ descending: order?.descending === true, after: place, limit: max })
      const entries = await Promise.all(
        page.map(({ key }) =>
          store.query({ collection: 'respuestas_formularios', keyPrefix: key, summaries: true, limit: 1 }),
        ),
      )
      found.push(...entries.flat())
      const last = page.at(-1)
      if (last === undefined || page.length < max) break
      place = { value: new Date(last.moment).toISOString(), key: last.key }
    }
    return found
  }
  return { query: query as Store['query'] }
}

/**
 * The answers matching the filters that statistics lack: words, the ID number of a citizen or payer, and payment.
 * Undefined when none of these filters is set.
 */
export async function findKeysByWordsIdNumberOrPayment(
  { municipalityCodeId, citizenDni, payment, startDate, endDate, lastUpdateCheck }: ListFilter,
  searching: SearchPlanner,
): Promise<ReadonlySet<Key> | undefined> {
  if (municipalityCodeId === '' && citizenDni === '' && payment === undefined) return undefined
  const search = await searching({
    municipalityCodeId,
    citizenDni,
    answerBy: '',
    state: '-1',
    ...(payment === undefined ? {} : { payment }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
    ...(lastUpdateCheck === undefined ? {} : { lastUpdateCheck }),
  })
  const foundKeys = new Set<Key>()
  let after: Query['after']
  for (;;) {
    const entries = await search.among.query({
      ...search.query,
      summaries: true,
      order: { field: search.orderedBy, descending: true },
      limit: BATCH_SIZE,
      ...(after === undefined ? {} : { after }),
    })
    for (const { key, document } of entries) if (search.fits(document)) foundKeys.add(key)
    const last = entries.at(-1)
    if (last === undefined || entries.length < BATCH_SIZE) return foundKeys
    after = { value: search.momentOf(last.document), key: last.key }
  }
}
