import { actorOfUser, can, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import { toComparableIdNumber, type AnswerId, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import {
  matchesFilter,
  needsStatistics,
  listPossibleLogins,
  pickListedTime,
  buildFormPayerTerm,
  parseAnswerSearch,
  buildFormSearchTerms,
  parseWantedStates,
  type ListFilter,
  type ListedAnswer,
} from '#domain/answers/index.ts'
import type { CountQuery, DocumentEntry, Ports, Query, Store } from '../ports.ts'
import { createQueryableEntries } from './among.ts'
import { planStatisticsBarSearch } from './search-bars.ts'

export type SearchRequest = {
  readonly user: User
  readonly template: TemplateId
  readonly filter: ListFilter
  /** searches these answers instead of the whole form */
  readonly answers?: readonly AnswerId[] | undefined
}

/** Cost limits of one page. */
export type SearchLimits = {
  /** maximum matches of a filter that are fetched and sorted in memory; above this, the list is read in index order */
  readonly fetched: number
  /** answers read for one page of a list read in order, about 80 ms of CPU time */
  readonly lookedAt: number
  /** maximum answers counted; longer lists report `andMore` */
  readonly counted: number
}
export const SEARCH_LIMITS: SearchLimits = { fetched: 2_000, lookedAt: 5_000, counted: 1_000 }

/** Batch size for searches by words, large because a store finds all matches again for each batch. */
const WORDS_BATCH_SIZE = 2_500

type Part = Omit<Query<'respuestas_formularios'>, 'limit' | 'order' | 'offset' | 'after' | 'summaries'>

/** A search plan: the source to query, and the checks on each document found. */
export type SearchPlan = {
  readonly among: Pick<Store, 'query'>
  readonly query: Part
  readonly orderedBy: 'fechaCreacion' | 'lastUpdate'
  readonly momentOf: (document: ListedAnswer) => string
  readonly fits: (document: ListedAnswer) => boolean
  /** batch size of `queryPage` */
  readonly batchSize?: number
  /** whether the source also has documents that do not match */
  readonly looksCloser: boolean
  /** number of matches, up to `max`; null if that requires reading each document */
  readonly count: (max?: number) => Promise<number | null>
  /** number of documents in the source, matching or not */
  readonly countAll: () => Promise<number>
}

/**
 * Plans a search. Each filter except payment has an index of its own; no index combines filters. If a filter has few
 * matches, all are fetched. Otherwise the list is read in order by its most selective filter, and summaries decide the
 * other filters, so each page has a bounded cost. Selected bars and values of questions are searched in the stored
 * statistics.
 */
export async function planSearch(
  ports: Pick<Ports, 'store' | 'clock'>,
  searchRequest: SearchRequest,
  { fetched: maxFetched } = SEARCH_LIMITS,
): Promise<SearchPlan> {
  const { store } = ports
  const { user, template, filter, answers } = searchRequest
  const actor = actorOfUser(user)
  const isOwn = seesOnlyOwnAnswers(actor)
  // The search words are checked by the store only, because list entries do not contain them.
  const others = { ...filter, municipalityCodeId: '' }
  const thisPart = buildWordsPart(template, filter)
  const common = {
    orderedBy: filter.lastUpdateCheck === undefined ? ('fechaCreacion' as const) : ('lastUpdate' as const),
    momentOf: (document: ListedAnswer) => pickListedTime(document, filter),
    // Checked per answer: a form that moved to another area keeps answers of its old area.
    fits: (document: ListedAnswer) =>
      document.idPlantilla === template &&
      (!isOwn || document.authorId === user.id) &&
      matchesFilter(document, others) &&
      can(actor, 'read', { kind: 'respuesta', document }),
  }
  if (answers === undefined && needsStatistics(filter))
    return planStatisticsBarSearch(ports, searchRequest, common, (plain) =>
      planSearch(ports, { user, template, filter: plain }),
    )
  const { startDate: from, endDate: to } = filter
  const hasRange = from !== undefined || to !== undefined
  const range = {
    field: common.orderedBy,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  const within = (where: WhereConditions): Part => ({
    collection: 'respuestas_formularios',
    where: { idPlantilla: template, ...where },
    ...(hasRange ? { range } : {}),
    ...thisPart,
  })
  const few =
    answers?.map((id) => buildAnswersQueryPart({ keyPrefix: keys.answer(id) })) ??
    (await pickNarrowestWay(
      store,
      maxFetched,
      [
        thisPart && [[buildAnswersQueryPart(thisPart)]],
        planSearchByAuthorName(template, filter),
        planSearchByIdNumber(template, filter),
        planSearchByStates(filter, within),
      ].filter((way) => way !== null),
    ))
  if (few !== null) {
    // The words also apply to documents found by another filter.
    const parts = thisPart === null ? few : few.map((part) => ({ ...part, ...thisPart }))
    const entries = (await fetchParts(store, parts, maxFetched)).filter(({ document }) => common.fits(document))
    const source = createQueryableEntries(entries, common.momentOf)
    const all = async () => entries.length
    return {
      ...common,
      looksCloser: false,
      among: source,
      query: { collection: 'respuestas_formularios' },
      count: all,
      countAll: all,
    }
  }
  const candidates = buildIndexedFilters(searchRequest, isOwn)
  const query = within(
    (await pickFewestMatches(store, candidates, (way) => ({ ...within(way), max: maxFetched }))) ?? {},
  )
  const looksCloser = candidates.length > 1 || needsDocumentCheck(filter)
  return {
    ...common,
    among: store,
    query,
    ...(thisPart === null ? {} : { batchSize: WORDS_BATCH_SIZE }),
    looksCloser,
    count: async (max) => (looksCloser ? null : store.count({ ...query, ...(max === undefined ? {} : { max }) })),
    countAll: () => store.count(query),
  }
}

type WhereConditions = NonNullable<Query['where']>

/** The filters for which an index can return the list in order. */
function buildIndexedFilters({ user, filter }: SearchRequest, isOwn: boolean): readonly WhereConditions[] {
  const [login] = listPossibleLogins(filter.answerBy)
  const states = listStates(filter)
  const candidates: readonly (WhereConditions | false)[] = [
    isOwn && { authorId: user.id },
    filter.answerBy.includes('@') && listPossibleLogins(filter.answerBy).length === 1 && { creadoPor: login ?? '' },
    states?.length === 1 && { 'estados.actual': states[0] ?? 0 },
    filter.waiting !== undefined && { 'listing.waits': true },
  ]
  return candidates.filter((way) => way !== false)
}

/** True if a filter has no ordered index, so that each summary must be checked. */
function needsDocumentCheck(filter: ListFilter): boolean {
  const { answerBy, citizenDni, payment } = filter
  const byLogin = answerBy === '' || (answerBy.includes('@') && listPossibleLogins(answerBy).length === 1)
  // Payments have no index: few forms take payments, but the index would slow down writing every answer.
  return citizenDni !== '' || payment !== undefined || !byLogin || (listStates(filter)?.length ?? 0) > 1
}

async function pickFewestMatches(
  store: Store,
  candidates: readonly WhereConditions[],
  counting: (way: WhereConditions) => CountQuery,
): Promise<WhereConditions | undefined> {
  if (candidates.length < 2) return candidates[0]
  const counted = await Promise.all(candidates.map(async (way) => ({ way, count: await store.count(counting(way)) })))
  return counted.toSorted((a, b) => a.count - b.count)[0]?.way
}

/**
 * Query parts of a filter. The matches are the union over the outer list. Each part of an inner list alone returns all
 * matches of that list, so only the part with the fewest results is queried.
 */
type SearchWay = readonly (readonly Part[])[]

/** The store's query for the typed search; null when nothing was typed. */
function buildWordsPart(template: TemplateId, { municipalityCodeId: typed }: ListFilter): Pick<Part, 'words'> | null {
  return typed === '' ? null : { words: { within: template, any: parseAnswerSearch(typed) } }
}

function planSearchByAuthorName(template: TemplateId, { answerBy }: ListFilter): SearchWay | null {
  if (answerBy === '' || answerBy.includes('@')) return null
  const names = buildPartsByWords(template, answerBy)
  return names === null ? null : [names]
}

/** Finds answers in one of several states, which no index returns in order. */
function planSearchByStates(filter: ListFilter, within: (where: WhereConditions) => Part): SearchWay | null {
  const states = listStates(filter) ?? []
  return states.length < 2 ? null : states.map((state) => [within({ 'estados.actual': state })])
}

function listStates(filter: ListFilter): readonly number[] | null {
  const states = parseWantedStates(filter)
  return states && [...states]
}

/** Finds answers by the ID number of the citizen or of a payer. */
function planSearchByIdNumber(template: TemplateId, { citizenDni }: ListFilter): SearchWay | null {
  if (citizenDni === '') return null
  const number = toComparableIdNumber(citizenDni)
  return number === ''
    ? []
    : [
        [buildAnswersQueryPart({ where: { 'listing.dni': number } })],
        [buildAnswersQueryPart({ where: { 'listing.cuit': number } })],
        [
          buildAnswersQueryPart({
            containsAny: { field: 'listing.terms', values: [buildFormPayerTerm(template, number)] },
          }),
        ],
      ]
}

/** A query part for each word. Each part alone returns a superset of the matches. */
function buildPartsByWords(template: TemplateId, typed: string): readonly Part[] | null {
  const terms = buildFormSearchTerms(template, typed)
  return terms.length === 0
    ? null
    : terms.map((term) => buildAnswersQueryPart({ containsAny: { field: 'listing.terms', values: [term] } }))
}

function buildAnswersQueryPart(how: Omit<Part, 'collection'>): Part {
  return { collection: 'respuestas_formularios', ...how }
}

/** The parts of the filter with the fewest matches; null when every filter has too many, or there is no filter. */
async function pickNarrowestWay(
  store: Store,
  max: number,
  candidates: readonly SearchWay[],
): Promise<readonly Part[] | null> {
  const counted = await Promise.all(
    candidates.map(async (way) => {
      const least = await Promise.all(way.map((alternatives) => pickSmallestPart(store, max, alternatives)))
      return { parts: least.map(({ one }) => one), count: least.reduce((sum, { count }) => sum + count, 0) }
    }),
  )
  const best = counted.toSorted((a, b) => a.count - b.count)[0]
  return best === undefined || best.count > max ? null : best.parts
}

async function pickSmallestPart(store: Store, max: number, alternatives: readonly Part[]) {
  const counted = await Promise.all(
    alternatives.map(async (alternative) => ({
      one: alternative,
      count: await store.count({ ...alternative, max: max + 1 }),
    })),
  )
  return (
    counted.toSorted((a, b) => a.count - b.count)[0] ?? {
      one: buildAnswersQueryPart({}),
      count: Number.POSITIVE_INFINITY,
    }
  )
}

async function fetchParts(
  store: Store,
  parts: readonly Part[],
  max: number,
): Promise<readonly DocumentEntry<ListedAnswer>[]> {
  const foundLists = await Promise.all(parts.map((part) => store.query({ ...part, summaries: true, limit: 2 * max })))
  return [...new Map(foundLists.flat().map((entry) => [entry.key, entry])).values()]
}
