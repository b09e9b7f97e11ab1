import { actorOfUser, can } from '#domain/access/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, refuse, toInstant, type AreaPath, type Result, type TemplateId } from '#domain/kernel/index.ts'
import {
  crossFilterIn,
  statisticsOf,
  wantedOf,
  type FormStatistics,
  type FormStatisticsQuery,
} from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import { foundByWords } from '../answers/search-bars.ts'
import { searchFor } from '../answers/search-for.ts'
import { aggregatesOf, timeZoneOf } from '../counting/of-form.ts'
import type { Ports, Store } from '../ports.ts'
import { outlined } from '../counting/outlines.ts'
import { seesOf } from '../counting/sees.ts'

/**
 * A form's figures for this reader, or the progress of counting. Refuses with template.missing when the form does not
 * exist or the user may not see its statistics.
 */
export async function readForm(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: TemplateId,
  { query, signal }: { readonly query: FormStatisticsQuery; readonly signal?: AbortSignal },
): Promise<Result<FormStatistics>> {
  const form = await formFor(store, user, id)
  if (!form.ok) return form
  const timeZone = await timeZoneOf(store, form.value)
  const aggregates = aggregatesOf(store)
  const percent = await aggregates.open(id, timeZone, clock)
  const { titulo } = form.value
  if (percent < 100) return ok({ status: 'building', form: { id, titulo }, percent })
  const sees = seesOf(user)
  const { questions, language, ...filter } = query
  const outline = await outlined(store, form.value, await aggregates.versions(id, sees), language)
  const at = toInstant(clock())
  const { all, found } = await aggregates.read({
    form: id,
    timeZone,
    sees,
    filter,
    cross: crossFilterIn(outline, filter.options),
    ...wantedOf(outline, questions),
    signal,
    among: await foundByWords(filter, (plain) => searchFor({ store, clock }, { user, template: id, filter: plain })),
  })
  const names = await areaNames(store, [...all.areas.keys()])
  const nameOfArea = (path: AreaPath): string => names.get(path) ?? path
  const telling = {
    form: form.value,
    outline,
    at,
    timeZone,
    masked: form.value.opcionales.hideSmallCounts,
    own: sees.own !== undefined,
    nameOfArea,
  }
  return ok(statisticsOf(telling, query, all, found))
}

/** Names of areas; for a deleted area the last segment of its path. */
export async function areaNames(
  store: Pick<Store, 'getMany'>,
  areas: readonly AreaPath[],
): Promise<ReadonlyMap<AreaPath, string>> {
  const named = await store.getMany(areas.map((area) => keys.area(area)))
  return new Map(areas.map((path) => [path, named.get(keys.area(path))?.nombre ?? path.split('/').at(-1) ?? path]))
}

/** The form, for a user who may see its statistics. */
export async function formFor(store: Pick<Store, 'get'>, user: User, id: TemplateId): Promise<Result<FormTemplate>> {
  const document = await store.get(keys.template(id))
  const may = document !== undefined && can(actorOfUser(user), 'read', { kind: 'estadistica_formulario', document })
  return may ? ok(document) : refuse('template.missing')
}
