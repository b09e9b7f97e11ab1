import { actorOfUser, can, municipalitiesOf, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import { municipalityOfDocument, resolveSettings, type Municipality } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  getDayBounds,
  ok,
  toInstant,
  toMilliseconds,
  type Instant,
  type MunicipalityPath,
  type Result,
  type TemplateId,
} from '#domain/kernel/index.ts'
import { MIN_SHOWN_COUNT, createCountMask, createLocalClock, type GeneralStatistics } from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Ports, Store } from '../ports.ts'
import { readErasedCounts } from './read-form.ts'

/** Maximum forms read, more than a province has. */
const MAX_FORMS = 5_000
/** Maximum municipalities read, more than a province has. */
const MAX_MUNICIPALITIES = 1_000
/** Maximum answers per form, the month's newest, from which the time until receipt is computed. */
const MAX_TIMED = 200
const MONTHS = 12

type MunicipalityLine = GeneralStatistics['municipalities'][number]
type FormTotals = Omit<MunicipalityLine, 'path' | 'nombre' | 'forms' | 'untilReceived'> & {
  readonly months: readonly number[]
  readonly timed: number
  readonly milliseconds: number
}

/** Numbers by municipality and month, counted with indexes, of the forms whose answers this user may read. */
export async function countGeneralStatistics(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  user: User,
  requested: string | undefined,
): Promise<Result<GeneralStatistics>> {
  const instant = toInstant(clock())
  const month = requested ?? instant.slice(0, 7)
  const places = await readVisiblePlaces(store, user)
  const forms = await readVisibleForms(store, user)
  const own = seesOnlyOwnAnswers(actorOfUser(user)) ? { authorId: user.id } : {}
  const months = Array.from({ length: MONTHS }, () => 0)
  const municipalities: MunicipalityLine[] = []
  for (const place of places) {
    const { timeZone } = resolveSettings(place)
    const ranges = Array.from({ length: MONTHS }, (_, back) =>
      getMonthRange(getMonthBefore(month, MONTHS - 1 - back), timeZone),
    )
    const before = pickComparableRange(ranges, toMilliseconds(instant))
    const ofPlace = forms.filter((form) => municipalityOfDocument(form) === place.path)
    const countedTotals: FormTotals[] = []
    for (const { id, opcionales } of ofPlace)
      countedTotals.push(
        withMask(
          await countForm(store, { idPlantilla: id, ...own }, { ranges, before, timeZone }),
          opcionales.hideSmallCounts,
        ),
      )
    for (const totals of countedTotals)
      for (const [index, count] of totals.months.entries()) months[index] = (months[index] ?? 0) + count
    municipalities.push({ path: place.path, nombre: place.nombre, forms: ofPlace.length, ...sumForms(countedTotals) })
  }
  return ok({
    at: instant,
    month,
    municipalities,
    months: months.map((answers, back) => ({ month: getMonthBefore(month, MONTHS - 1 - back), answers })),
  })
}

async function readVisiblePlaces(store: Store, user: User): Promise<readonly Municipality[]> {
  if (actorOfUser(user).role === 'ROLE_ADMIN') {
    const order = { field: 'nombre', descending: false }
    const found = await store.query({ collection: 'municipios', order, limit: MAX_MUNICIPALITIES })
    return found.map(({ document }) => document)
  }
  const paths: readonly MunicipalityPath[] = municipalitiesOf(actorOfUser(user))
  const documents = await store.getMany(paths.map(keys.municipality))
  return paths
    .flatMap((path) => documents.get(keys.municipality(path)) ?? [])
    .toSorted((a, b) => a.nombre.localeCompare(b.nombre, 'es'))
}

/** Forms whose statistics the user may see and whose answers they may read. Deleted forms are left out. */
async function readVisibleForms(store: Store, user: User): Promise<readonly FormTemplate[]> {
  const actor = actorOfUser(user)
  const order = { field: 'titulo', descending: false }
  const found = await store.query({ collection: 'formularios', order, limit: MAX_FORMS })
  return found
    .map(({ document }) => document)
    .filter((document) => {
      const { areas, deleted } = document
      const answer = { areas, authorId: user.id, datosCiudadano: undefined, portalCiudadanoData: undefined }
      return (
        !deleted &&
        can(actor, 'read', { kind: 'estadistica_formulario', document }) &&
        can(actor, 'read', { kind: 'respuesta', document: answer })
      )
    })
}

type Range = { readonly from: Instant; readonly to: Instant }
type FormConditions = { readonly idPlantilla: TemplateId } & Readonly<Record<string, string>>

type CountedPeriods = {
  /** months, the selected one last */
  readonly ranges: readonly Range[]
  /** the range that the selected month is compared with */
  readonly before: Range | undefined
  readonly timeZone: string
}

async function countForm(
  store: Store,
  where: FormConditions,
  { ranges, before, timeZone }: CountedPeriods,
): Promise<FormTotals> {
  const collection = 'respuestas_formularios'
  const field = 'fechaCreacion'
  // The authors of erased answers are not known.
  const erased = 'authorId' in where ? [] : await readErasedCounts(store, where.idPlantilla, () => true)
  const dayOf = createLocalClock(timeZone)
  const count = async (range: Range) => {
    const [first, last] = [dayOf(toMilliseconds(range.from)).day, dayOf(toMilliseconds(range.to)).day]
    const erasedInRange = erased.filter(({ day }) => day >= first && day <= last)
    const stored = await store.count({ collection, where, range: { field, ...range } })
    return erasedInRange.reduce((sum, { answers }) => sum + answers, stored)
  }
  const months: number[] = []
  for (const range of ranges) months.push(await count(range))
  const isWhole = before === undefined || before.to === ranges.at(-2)?.to
  const earlier = isWhole ? (months.at(-2) ?? 0) : await count(before)
  const requestedRange = ranges.at(-1)
  const query = { collection, where, summaries: true } as const
  const [timed, [newest], waiting] = await Promise.all([
    requestedRange === undefined
      ? []
      : store.query({
          ...query,
          range: { field, ...requestedRange },
          order: { field, descending: true },
          limit: MAX_TIMED,
        }),
    store.query({ ...query, order: { field: 'lastUpdate', descending: true }, limit: 1 }),
    store.count({ collection, where: { ...where, 'listing.waits': true } }),
  ])
  const answerMoments = timed.map(({ document: { summary } }) =>
    Math.max(0, toMilliseconds(summary.receivedAt) - toMilliseconds(summary.fechaCreacion)),
  )
  return {
    months,
    answers: months.at(-1) ?? 0,
    before: earlier,
    waiting,
    lastUpdate: newest?.document.summary.lastUpdate ?? null,
    timed: answerMoments.length,
    milliseconds: answerMoments.reduce((sum, value) => sum + value, 0),
  }
}

/** Masks small counts of a form whose author hides them; a hidden count is zero in the sums. */
function withMask(countedTotals: FormTotals, masked: boolean): FormTotals {
  const tell = (count: number): number => createCountMask(masked)(count) ?? 0
  return {
    ...countedTotals,
    months: countedTotals.months.map(tell),
    answers: tell(countedTotals.answers),
    before: tell(countedTotals.before),
    waiting: tell(countedTotals.waiting),
    ...(masked ? { lastUpdate: null } : {}),
    ...(masked && countedTotals.timed < MIN_SHOWN_COUNT ? { timed: 0, milliseconds: 0 } : {}),
  }
}

function sumForms(countedTotals: readonly FormTotals[]): Omit<MunicipalityLine, 'path' | 'nombre' | 'forms'> {
  const sum = (of: (totals: FormTotals) => number) => countedTotals.reduce((total, totals) => total + of(totals), 0)
  const timed = sum((totals) => totals.timed)
  const last = countedTotals
    .flatMap(({ lastUpdate }) => lastUpdate ?? [])
    .toSorted()
    .at(-1)
  return {
    answers: sum(({ answers }) => answers),
    before: sum(({ before }) => before),
    untilReceived: timed === 0 ? null : Math.round(sum((totals) => totals.milliseconds) / timed),
    waiting: sum(({ waiting }) => waiting),
    lastUpdate: last ?? null,
  }
}

/** @param month `2026-11` */
function getMonthBefore(month: string, back: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - back
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Range of a month in the municipality's time zone; both ends included. */
function getMonthRange(month: string, timeZone: string): Range {
  const next = getDayBounds(`${getMonthBefore(month, -1)}-01`, timeZone).first
  return { from: getDayBounds(`${month}-01`, timeZone).first, to: toInstant(toMilliseconds(next) - 1) }
}

/**
 * The month before the selected one. While the selected month is running, only the same length of time from its start.
 */
function pickComparableRange(ranges: readonly Range[], now: number): Range | undefined {
  const [before, asked] = ranges.slice(-2)
  if (before === undefined || asked === undefined || now > toMilliseconds(asked.to)) return before
  const passed = Math.max(0, now - toMilliseconds(asked.from))
  const to = toMilliseconds(before.from) + passed
  return { from: before.from, to: toInstant(Math.min(to, toMilliseconds(before.to))) }
}
