import { answerFilterSchema, matchesFilter, toListedAnswer, type Answer } from '#domain/answers/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import {
  extractAnswerFacts,
  matchesCrossFilter,
  createLocalClock,
  ColumnPart,
  addAnswerToSegment,
  buildSegmentName,
  computeTotals,
  WholeFormWriter,
  type AnswerFacts,
  type PartName,
  type Totals,
} from '#domain/statistics/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { addAnswerDefaults } from '../collections.ts'
import type { Store } from '../ports.ts'
import type { Aggregates, StatisticsRequest } from '../statistics-port.ts'
import { createMatchingAnswers } from './chosen.ts'
import { isAnswerVisible } from './narrow.ts'

/** Answers read per batch. */
const BATCH_SIZE = 250

type CountedAnswer = { readonly key: Key; readonly answer: Answer; readonly facts: AnswerFacts }

/**
 * Aggregates for stores that keep none: every read counts all answers. Other implementations must give the same
 * results.
 */
export function createRecountingAggregates(store: Pick<Store, 'query'>): Aggregates {
  return {
    open: async () => 100,
    versions: async (form, visibility) => {
      const found = new Set<number>()
      for await (const { facts } of readCountedAnswers(store, form))
        if (isAnswerVisible(facts, visibility)) found.add(facts.version)
      return [...found]
    },
    read: async (statisticsRequest) => {
      const [all, found]: [AnswerFacts[], AnswerFacts[]] = [[], []]
      for await (const counted of readCountedAnswers(store, statisticsRequest.form)) {
        if (!isAnswerVisible(counted.facts, statisticsRequest.sees)) continue
        all.push({ ...counted.facts, facts: [] })
        if (isWanted(counted, statisticsRequest)) found.push(counted.facts)
      }
      const clock = createLocalClock(statisticsRequest.timeZone)
      const totals = computeTotals(found, statisticsRequest.cross, clock, statisticsRequest.crossed)
      const measures = new Set<string>(statisticsRequest.measures)
      const sections = new Set(statisticsRequest.sections)
      return {
        all: computeTotals(all, new Map(), clock),
        found: {
          ...totals,
          measures: new Map([...totals.measures].filter(([measure]) => measures.has(measure))),
          rows: new Map([...totals.rows].filter(([section]) => sections.has(section))),
        },
      }
    },
    whole: async ({ form, timeZone, sees }, max) => {
      const clock = createLocalClock(timeZone)
      const segments = new Map<string, { facts: AnswerFacts; parts: Map<PartName, ColumnPart>; day: string }>()
      let id = 0
      for await (const { facts } of readCountedAnswers(store, form)) {
        if (!isAnswerVisible(facts, sees)) continue
        if ((id += 1) > max) return undefined
        const local = clock(facts.created)
        const name = buildSegmentName(facts, local)
        const segment = segments.get(name) ?? { facts, parts: new Map<PartName, ColumnPart>(), day: local.day }
        segments.set(name, segment)
        addAnswerToSegment({ part: (partName) => getPart(segment.parts, partName) }, id, facts, local)
      }
      const writer = new WholeFormWriter()
      for (const { facts, parts, day } of segments.values())
        writer.add(parts, { day, area: facts.area }, getPart(parts, '#answers').bits('b:live'))
      return writer.whole
    },
    chosen: async (statisticsRequest) => {
      const counts: CountedAnswer[] = []
      for await (const counted of readCountedAnswers(store, statisticsRequest.form))
        if (
          isAnswerVisible(counted.facts, statisticsRequest.sees) &&
          isWanted(counted, statisticsRequest) &&
          matchesCrossFilter(counted.facts, statisticsRequest.cross)
        )
          counts.push(counted)
      const isByChangeTime = statisticsRequest.filter.lastUpdateCheck !== undefined
      const moments = counts.map(({ facts }) => (isByChangeTime ? facts.updated : facts.created))
      return createMatchingAnswers(moments, (index) => counts[index]?.key)
    },
    forget: async () => 0,
    drop: async () => undefined,
    forms: async () => [],
  }
}

function getPart(parts: Map<PartName, ColumnPart>, name: PartName): ColumnPart {
  const part = parts.get(name) ?? new ColumnPart()
  parts.set(name, part)
  return part
}

/** Checks an answer against all filters except the cross-filter. */
function isWanted(
  { key, answer, facts }: CountedAnswer,
  { filter, among }: Pick<StatisticsRequest, 'filter' | 'among'>,
): boolean {
  const { area, options: _, ...rest } = filter
  // `among` already applies the words and the ID number.
  const request = { ...answerFilterSchema.parse(rest), municipalityCodeId: '', citizenDni: '' }
  return (
    (area === undefined || area === facts.area) &&
    (among === undefined || among.has(key)) &&
    matchesFilter(toListedAnswer(answer), request)
  )
}

/**
 * Reads and counts answers created between two moments, with the same conditions as `read`, to verify the stored
 * statistics.
 */
export async function recountTotals(
  store: Pick<Store, 'query'>,
  statisticsRequest: StatisticsRequest,
  range: { readonly from: string; readonly to: string },
): Promise<Totals> {
  const foundFacts: AnswerFacts[] = []
  for await (const counted of readCountedAnswers(store, statisticsRequest.form, range))
    if (isAnswerVisible(counted.facts, statisticsRequest.sees) && isWanted(counted, statisticsRequest))
      foundFacts.push(counted.facts)
  return computeTotals(foundFacts, statisticsRequest.cross, createLocalClock(statisticsRequest.timeZone))
}

async function* readCountedAnswers(
  store: Pick<Store, 'query'>,
  form: TemplateId,
  range?: { readonly from: string; readonly to: string },
): AsyncGenerator<CountedAnswer, void> {
  const order = { field: 'fechaCreacion', descending: false }
  let after: { readonly value: string; readonly key: Key } | undefined
  for (;;) {
    const entries = await store.query({
      collection: 'respuestas_formularios',
      where: { idPlantilla: form },
      ...(range === undefined ? {} : { range: { field: 'fechaCreacion', ...range } }),
      order,
      limit: BATCH_SIZE,
      ...(after === undefined ? {} : { after }),
    })
    for (const { key, document } of entries)
      yield { key, answer: addAnswerDefaults(document), facts: extractAnswerFacts(addAnswerDefaults(document)) }
    const last = entries.at(-1)
    if (last === undefined || entries.length < BATCH_SIZE) return
    after = { value: last.document.fechaCreacion, key: last.key }
  }
}

/** The store's aggregates, or a recount for stores without them. */
export function pickAggregates(store: Pick<Store, 'query' | 'statistics'>): Aggregates {
  return store.statistics ?? createRecountingAggregates(store)
}

/** Time zone of the form's municipality, which defines days and hours. */
export async function readFormTimeZone(store: Pick<Store, 'get'>, form: FormTemplate): Promise<string> {
  const path = municipalityOfDocument(form)
  return resolveSettings((await store.get(keys.municipality(path))) ?? { path, settings: {} }).timeZone
}
