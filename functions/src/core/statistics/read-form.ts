import { actorOfUser, can } from '#domain/access/index.ts'
import { municipalityOfDocument, settingsOf, type FormTemplate, type User } from '#domain/documents/index.ts'
import { ok, refuse, toInstant, type AreaPath, type Result, type TemplateId } from '#domain/kernel/index.ts'
import {
  crossFilterIn,
  statisticsOf,
  type FormStatistics,
  type FormStatisticsQuery,
  type OutlinedSection,
  type StatisticsFilter,
} from '#domain/statistics/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import { searchFor } from '../answers/search-for.ts'
import type { Ports, Store } from '../ports.ts'
import type { Aggregates, Wanted } from '../statistics-port.ts'
import { outlined } from './outlines.ts'
import { recounting } from './recounting.ts'
import { seesOf } from './sees.ts'

/** Summaries that are read at once of what a search for words has found. */
const STRETCH = 2_500

/**
 * The figures of a form for this reader, or how far counting it is. Refuses with template.missing, also for a form whose statistics the user may not see: nobody learns by trying
 * which forms there are.
 */
export async function readForm(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: TemplateId,
  query: FormStatisticsQuery,
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
    among: await answersAmong(store, user, id, filter),
  })
  const areas = [...all.areas.keys()]
  const named = await store.getMany(areas.map((area) => keys.area(area)))
  const nameOfArea = (path: AreaPath): string => named.get(keys.area(path))?.nombre ?? path.split('/').at(-1) ?? path
  const telling = {
    form: form.value,
    outline,
    at,
    timeZone,
    masked: false,
    own: sees.own !== undefined,
    nameOfArea,
  }
  return ok(statisticsOf(telling, query, all, found))
}

/** The form, for somebody who may see its statistics. */
export async function formFor(store: Pick<Store, 'get'>, user: User, id: TemplateId): Promise<Result<FormTemplate>> {
  const document = await store.get(keys.template(id))
  const may = document !== undefined && can(actorOfUser(user), 'read', { kind: 'estadistica_formulario', document })
  return may ? ok(document) : refuse('template.missing')
}

/** Those that the store keeps; else its answers are counted. */
export function aggregatesOf(store: Store): Aggregates {
  return store.statistics ?? recounting(store)
}

/** Days and hours are those of the form's municipality. */
export async function timeZoneOf(store: Pick<Store, 'get'>, form: FormTemplate): Promise<string> {
  const path = municipalityOfDocument(form)
  return settingsOf((await store.get(keys.municipality(path))) ?? { path, settings: {} }).timeZone
}

function wantedOf(
  outline: readonly OutlinedSection[],
  questions: string | undefined,
): Pick<Wanted, 'measures' | 'sections'> {
  const wanted = questions === undefined ? undefined : new Set(questions.split(','))
  return {
    measures: outline.flatMap(({ questions: asked }) =>
      asked.filter(({ key }) => wanted === undefined || wanted.has(key)).map(({ measure }) => measure),
    ),
    sections: outline.filter(({ repeats }) => repeats).map(({ key }) => key),
  }
}

/** What only the store's own search can find: words, and whom an answer is about. Everything else of a filter, aggregates know. */
export async function answersAmong(
  store: Store,
  user: User,
  template: TemplateId,
  { municipalityCodeId, citizenDni, ...others }: StatisticsFilter,
): Promise<ReadonlySet<Key> | undefined> {
  if (municipalityCodeId === '' && citizenDni === '') return undefined
  const { startDate, endDate, lastUpdateCheck } = others
  const filter = {
    municipalityCodeId,
    citizenDni,
    answerBy: '',
    state: '-1',
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
    ...(lastUpdateCheck === undefined ? {} : { lastUpdateCheck }),
  }
  const search = await searchFor(store, { user, template, filter })
  const found = new Set<Key>()
  let after: { readonly value: string; readonly key: Key } | undefined
  for (;;) {
    const entries = await search.among.query({
      ...search.query,
      summaries: true,
      order: { field: search.orderedBy, descending: true },
      limit: STRETCH,
      ...(after === undefined ? {} : { after }),
    })
    for (const { key, document } of entries) if (search.fits(document)) found.add(key)
    const last = entries.at(-1)
    if (last === undefined || entries.length < STRETCH) return found
    after = { value: search.momentOf(last.document), key: last.key }
  }
}
