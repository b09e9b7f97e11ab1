import { actorOfUser, can } from '#domain/access/index.ts'
import {
  answerFilterSchema,
  buildAnswerWords,
  matchesFilter,
  toListedAnswer,
  type Answer,
} from '#domain/answers/index.ts'
import { addDays, createLocalDayFormatter, ok, refuse, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import type { AreaPath, Result, TemplateId } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import {
  buildCrossFilter,
  createMoneyCounter,
  extractAnswerFacts,
  NO_STATISTICS_FILTER,
  type FormStatisticsQuery,
  type MoneyStatistics,
} from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import { addAnswerDefaults } from '../collections.ts'
import { readOutline } from '../counting/outlines.ts'
import { pickAggregates, readFormTimeZone } from '../counting/recounting.ts'
import { buildAnswerVisibility } from '../counting/visibility.ts'
import { readClosingTimeZone, readOrdersWithMovements } from './close-days.ts'
import { CatchingUpError, type Ports } from '../ports.ts'
import { findStatisticsForm, readAreaNames } from '../statistics/read-form.ts'

type MoneyQuery = Omit<FormStatisticsQuery, 'questions' | 'crossed'>
type MoneyFilter = Omit<MoneyQuery, 'language' | 'startDate' | 'endDate'>
type MovedOrders = ReturnType<typeof readOrdersWithMovements>
type Moved = MovedOrders extends AsyncGenerator<infer One> ? One : never

/** Orders whose answers are read at once, about 100 ms of CPU time. */
const BATCH_SIZE = 100

/**
 * Money of a form in a period, for users who may read its money and its statistics. The movements are those of the
 * closings, so that the sums agree. Refuses with template.missing.
 */
export async function readMoneyOfForm(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: TemplateId,
  { query, signal }: { readonly query: MoneyQuery; readonly signal: AbortSignal },
): Promise<Result<MoneyStatistics>> {
  const { store, clock } = ports
  const form = await findStatisticsForm(store, user, id)
  if (!form.ok) return form
  const actor = actorOfUser(user)
  const path = municipalityOfDocument(form.value)
  const place = await store.get(keys.municipality(path))
  if (place === undefined || !can(actor, 'read', { kind: 'pago', template: form.value }))
    return refuse('template.missing')
  const [timeZone, formTimeZone] = [await readClosingTimeZone(store, place), await readFormTimeZone(store, form.value)]
  const at = toInstant(clock())
  // Single amounts would reveal the hidden counts.
  if (form.value.opcionales.hideSmallCounts) return ok({ at, timeZone, masked: true, currencies: [] })
  const { language, startDate, endDate, ...filter } = query
  const aggregates = pickAggregates(store)
  if ((await aggregates.open(id, formTimeZone, clock)) < 100) throw new CatchingUpError()
  const outline = await readOutline(
    store,
    form.value,
    await aggregates.versions(id, buildAnswerVisibility(user)),
    language,
  )
  const cross = buildCrossFilter(outline, filter.options)
  const hasFilters = isNarrowedFilter(filter)
  const counter = createMoneyCounter(outline, cross)
  // The client computes the days of the filter in the time zone of the settings, which may be newer than the closings'.
  const dayOf = createLocalDayFormatter(formTimeZone)
  const period = {
    ...(startDate === undefined ? {} : { from: dayOf(toMilliseconds(startDate)) }),
    // Money that arrives after a day was closed counts on the next day.
    to: endDate === undefined ? addDays(createLocalDayFormatter(timeZone)(clock()), 1) : dayOf(toMilliseconds(endDate)),
  }

  async function count(batch: readonly Moved[]): Promise<void> {
    const documents = await store.getMany(batch.map(({ order }) => keys.answer(order.id)))
    for (const { order, movements } of batch) {
      const document = documents.get(keys.answer(order.id))
      if (document === undefined) {
        const ofOrder = {
          areas: [order.area],
          authorId: user.id,
          datosCiudadano: undefined,
          portalCiudadanoData: undefined,
        }
        if (hasFilters || !can(actor, 'read', { kind: 'pago', document: ofOrder })) continue
        counter.add({ order, area: order.area, facts: undefined, movements })
        continue
      }
      const answer = addAnswerDefaults(document)
      if (!can(actor, 'read', { kind: 'pago', document: answer })) continue
      const { area, facts } = extractAnswerFacts(answer)
      // A match of words, an ID number or a payment would reveal what the answer contains.
      if (isSearched(filter) && !can(actor, 'read', { kind: 'respuesta', document: answer })) continue
      if (matchesMoneyFilter(answer, area, filter)) counter.add({ order, area, facts, movements })
    }
    if (signal.aborted) throw new CatchingUpError()
    // Yields to other requests.
    await new Promise((resolve) => setImmediate(resolve))
  }

  let batch: Moved[] = []
  for await (const moved of readOrdersWithMovements(store, { place, covered: period, timeZone, form: id, signal })) {
    batch.push(moved)
    if (batch.length < BATCH_SIZE) continue
    await count(batch)
    batch = []
  }
  await count(batch)
  const names = await readAreaNames(store, counter.areas())
  const currencies = counter.result((area) => names.get(area) ?? area)
  return ok({ at, timeZone, masked: false, currencies: [...currencies] })
}

/** Checks an answer's document instead of using an index, which would find the answers of all periods. */
function matchesMoneyFilter(
  answer: Answer,
  areaOfAnswer: AreaPath,
  { area, options: _, ...filter }: MoneyFilter,
): boolean {
  const listed = { ...toListedAnswer(answer), words: () => buildAnswerWords(answer) }
  return (area === undefined || area === areaOfAnswer) && matchesFilter(listed, answerFilterSchema.parse(filter))
}

function isSearched({ municipalityCodeId, citizenDni, payment }: MoneyFilter): boolean {
  return municipalityCodeId !== '' || citizenDni !== '' || payment !== undefined
}

/** Whether a filter other than options and days is set. Then money of answers that no longer exist does not count. */
function isNarrowedFilter({ area, payment, waiting, ...filter }: MoneyFilter): boolean {
  const texts = ['municipalityCodeId', 'answerBy', 'citizenDni', 'state'] as const
  return (
    [area, payment, waiting].some((value) => value !== undefined) ||
    texts.some((name) => filter[name] !== NO_STATISTICS_FILTER[name])
  )
}
