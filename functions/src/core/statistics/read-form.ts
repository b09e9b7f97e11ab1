import { actorOfUser, can } from '#domain/access/index.ts'
import type { ErasedCounts } from '#domain/privacy/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, refuse, toInstant, type AreaPath, type Result, type TemplateId } from '#domain/kernel/index.ts'
import {
  buildCrossFilter,
  buildStatistics,
  createCountMask,
  listNeededParts,
  type FormStatistics,
  type FormStatisticsQuery,
  type ReadyStatistics,
} from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import { findKeysByWordsIdNumberOrPayment } from '../answers/search-bars.ts'
import { planSearch } from '../answers/search-for.ts'
import { pickAggregates, readFormTimeZone } from '../counting/recounting.ts'
import type { Ports, Store } from '../ports.ts'
import { readOutline } from '../counting/outlines.ts'
import { buildAnswerVisibility } from '../counting/visibility.ts'

/**
 * A form's statistics for this reader, or the progress of counting. Refuses with template.missing when the form does
 * not exist or the user may not see its statistics.
 */
export async function loadFormStatistics(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: TemplateId,
  { query, signal }: { readonly query: FormStatisticsQuery; readonly signal?: AbortSignal },
): Promise<Result<FormStatistics>> {
  const form = await findStatisticsForm(store, user, id)
  if (!form.ok) return form
  const timeZone = await readFormTimeZone(store, form.value)
  const aggregates = pickAggregates(store)
  const percent = await aggregates.open(id, timeZone, clock)
  const { titulo } = form.value
  if (percent < 100) return ok({ status: 'building', form: { id, titulo }, percent })
  const visibility = buildAnswerVisibility(user)
  const { questions, crossed, language, ...filter } = query
  const outline = await readOutline(store, form.value, await aggregates.versions(id, visibility), language)
  const instant = toInstant(clock())
  const { all, found } = await aggregates.read({
    form: id,
    timeZone,
    sees: visibility,
    filter,
    cross: buildCrossFilter(outline, filter.options),
    ...listNeededParts(outline, { questions, crossed }),
    signal,
    among: await findKeysByWordsIdNumberOrPayment(filter, (plain) =>
      planSearch({ store, clock }, { user, template: id, filter: plain }),
    ),
  })
  const lines = visibility.own === undefined ? await readErasedCounts(store, id, visibility.inArea) : []
  const names = await readAreaNames(store, [...all.areas.keys(), ...new Set(lines.map(({ area }) => area))])
  const nameOfArea = (path: AreaPath): string => names.get(path) ?? path
  const telling = {
    form: form.value,
    outline,
    language,
    at: instant,
    timeZone,
    masked: form.value.opcionales.hideSmallCounts,
    own: visibility.own !== undefined,
    nameOfArea,
  }
  const erased = sumErasedCounts(lines, telling)
  return ok({
    ...buildStatistics(telling, query, all, found),
    ...((await isPaid(store, user, form.value)) ? { isPaid: true } : {}),
    ...(erased.length === 0 ? {} : { erased: [...erased] }),
  })
}

/** Whether a form takes or took payments, for users who may read its money. */
async function isPaid(store: Pick<Store, 'query'>, user: User, template: FormTemplate): Promise<boolean> {
  if (!can(actorOfUser(user), 'read', { kind: 'pago', template })) return false
  if (template.opcionales.addPaymentGateway) return true
  return (await store.query({ collection: 'payOrder', where: { form: template.id }, limit: 1 })).length > 0
}

/** Names of areas; for a deleted area the last segment of its path. */
export async function readAreaNames(
  store: Pick<Store, 'getMany'>,
  areas: readonly AreaPath[],
): Promise<ReadonlyMap<AreaPath, string>> {
  const namedDocuments = await store.getMany(areas.map((area) => keys.area(area)))
  return new Map(
    areas.map((path) => [path, namedDocuments.get(keys.area(path))?.nombre ?? path.split('/').at(-1) ?? path]),
  )
}

/** The form, for a user who may see its statistics. */
export async function findStatisticsForm(
  store: Pick<Store, 'get'>,
  user: User,
  id: TemplateId,
): Promise<Result<FormTemplate>> {
  const document = await store.get(keys.template(id))
  const may = document !== undefined && can(actorOfUser(user), 'read', { kind: 'estadistica_formulario', document })
  return may ? ok(document) : refuse('template.missing')
}

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
function sumErasedCounts(
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
