import { useLingui } from '@lingui/react/macro'
import {
  ALL_STATES_FILTER,
  ANSWERS_PAGE_SIZE,
  ANSWERS_PAGE_SIZES,
  getDayBounds,
  isCalendarDay,
  isTimeZone,
  typedKeys,
} from '#domain/kernel/index.ts'
import {
  answerFilterSchema,
  needsStatistics,
  listFilterSchema,
  EMPTY_ANSWER_FILTER,
  type ListFilter,
} from '#domain/answers/index.ts'
import { DATA_TYPE, getDataCodec } from '#domain/questions/index.ts'
import { parsePaymentParam } from '#ui/index.ts'

/** URL parameters of a list. Days are `2026-11-20`. */
export type ListFilters = {
  /** search text: words of an answer, a name, a code or a reference */
  readonly codigo?: string
  readonly autor?: string
  readonly dni?: string
  /** ids of states, for example `1,4`; answers in any of these states match */
  readonly estado?: string
  readonly dia?: string
  readonly desde?: string
  readonly hasta?: string
  /** time zone of these days, set by links of statistics; if missing, that of the user */
  readonly huso?: string
  /** key of a period relative to today; ignored if there are fixed days */
  readonly periodo?: string
  /** `cambio`: dates and order by last change */
  readonly por?: string
  /** `si`: only answers waiting for a decision */
  readonly espera?: string
  /** `pagado`, `pendiente`, `rechazado`: payment status */
  readonly pago?: string
  /** set by statistics: path of an area; options as `question.option,question.option`, also set by question filters */
  readonly area?: string
  readonly opciones?: string
  /** other conditions on questions (`formatValueFilters`) */
  readonly valores?: string
  /** `viejas`: oldest first */
  readonly orden?: string
  readonly filas?: string
  /** `mapa`: shows located answers on a map instead of the table */
  readonly vista?: string
  /** keys of the question columns; if missing, the last selection on this device applies */
  readonly columnas?: string
  /** position on the map: latitude, longitude, zoom */
  readonly zona?: string
  readonly despues?: string
  readonly antes?: string
}

/** Periods relative to today, with their first and last day. `Date` accepts days outside the month, such as day 0. */
const PERIOD_DAYS = {
  hoy: ([y, m, d]) => [new Date(y, m, d), new Date(y, m, d)],
  ayer: ([y, m, d]) => [new Date(y, m, d - 1), new Date(y, m, d - 1)],
  '7dias': ([y, m, d]) => [new Date(y, m, d - 6), new Date(y, m, d)],
  '30dias': ([y, m, d]) => [new Date(y, m, d - 29), new Date(y, m, d)],
  mes: ([y, m]) => [new Date(y, m, 1), new Date(y, m + 1, 0)],
  'mes-anterior': ([y, m]) => [new Date(y, m - 1, 1), new Date(y, m, 0)],
  ano: ([y]) => [new Date(y, 0, 1), new Date(y, 11, 31)],
} as const satisfies Readonly<
  Record<string, (today: readonly [year: number, month: number, day: number]) => readonly [Date, Date]>
>
export type ListPeriod = keyof typeof PERIOD_DAYS
export const LIST_PERIODS = typedKeys(PERIOD_DAYS)

/** Clears fixed days. */
export const NO_DAY_FILTER = { dia: '', desde: '', hasta: '', huso: '' } as const satisfies ListFilters

export function usePeriodNames(): Readonly<Record<ListPeriod, string>> {
  const { t } = useLingui()
  return {
    hoy: t`Today`,
    ayer: t`Yesterday`,
    '7dias': t`Last 7 days`,
    '30dias': t`Last 30 days`,
    mes: t`This month`,
    'mes-anterior': t`Previous month`,
    ano: t`This year`,
  }
}

/** The period in the URL; undefined if there is none, or if fixed days replace it. */
export function findPeriod({ periodo, dia, desde, hasta }: ListFilters): ListPeriod | undefined {
  return (dia ?? desde ?? hasta) === undefined ? LIST_PERIODS.find((period) => period === periodo) : undefined
}

/** First and last day of the filter. @param now device clock, milliseconds */
export function resolveDays(search: ListFilters, now: number): Pick<ListFilters, 'desde' | 'hasta'> {
  const { dia, desde, hasta } = search
  const period = findPeriod(search)
  if (period === undefined) {
    const [first, last] = dia === undefined ? [desde, hasta] : [dia, dia]
    return { ...(first !== undefined && { desde: first }), ...(last !== undefined && { hasta: last }) }
  }
  const today = new Date(now)
  const [first, last] = PERIOD_DAYS[period]([today.getFullYear(), today.getMonth(), today.getDate()])
  return { desde: formatUrlDay(first), hasta: formatUrlDay(last) }
}

/**
 * @param now device clock, milliseconds
 * @returns the filter applied by the server and by this device (`#domain`), without invalid values
 */
export function parseListFilter(search: ListFilters, now = Date.now()): ListFilter {
  const { codigo = '', autor = '', dni = '', estado, por, espera, huso } = search
  const { desde, hasta } = resolveDays(search, now)
  const parsed = answerFilterSchema.safeParse({
    municipalityCodeId: codigo,
    answerBy: autor,
    citizenDni: dni,
    state: parseStateIds(estado).join(',') || ALL_STATES_FILTER,
    startDate: getDayBoundsOfUrl(desde, huso)?.first,
    endDate: getDayBoundsOfUrl(hasta, huso)?.last,
    lastUpdateCheck: por === 'cambio' ? '1' : undefined,
    payment: parsePaymentParam(search),
    waiting: espera === 'si' ? '1' : undefined,
  })
  return { ...(parsed.success ? parsed.data : EMPTY_ANSWER_FILTER), ...parseChartFilters(search) }
}

/** Ids of the states in the URL. Invalid URLs have none. */
export function parseStateIds(estado = ''): readonly string[] {
  return /^\d{1,3}(,\d{1,3}){0,49}$/.test(estado) ? [...new Set(estado.split(','))] : []
}

function parseChartFilters({ area, opciones, valores }: ListFilters): Pick<ListFilter, 'area' | 'options' | 'values'> {
  const [inArea, withOptions, withValues] = [
    listFilterSchema.shape.area.safeParse(area),
    listFilterSchema.shape.options.safeParse(opciones),
    listFilterSchema.shape.values.safeParse(valores),
  ]
  return {
    ...(inArea.data !== undefined && { area: inArea.data }),
    ...(withOptions.data !== undefined && { options: withOptions.data }),
    ...(withValues.data !== undefined && { values: withValues.data }),
  }
}

/** Query parameters for the server, without default values, so that URLs stay short. */
export function toQueryParameters(filter: ListFilter): Partial<ListFilter> {
  const said = Object.entries(filter).filter(([, value]) => value !== '' && value !== ALL_STATES_FILTER)
  return Object.fromEntries(said)
}

/** A number from the URL, formatted for the language. */
export function formatTypedNumber(plain: string, language: string): string {
  return getDataCodec({ tipoDato: DATA_TYPE.DECIMAL }).format(plain.replace('.', ','), language)
}

export function pickPageSize({ filas }: ListFilters): number {
  return ANSWERS_PAGE_SIZES.find((size) => String(size) === filas) ?? ANSWERS_PAGE_SIZE
}

/** The number of active filters in the panel; the order is not a filter. */
export function countActiveFilters({
  autor,
  dni,
  estado,
  pago,
  dia,
  desde,
  hasta,
  periodo,
  ...more
}: ListFilters): number {
  const { options, values } = parseChartFilters(more)
  const filteredQuestions = [options, values].flatMap((written) => written?.split(',') ?? [])
  return [autor, dni, estado, pago, dia ?? desde ?? hasta ?? periodo, ...filteredQuestions].filter(
    (item) => item !== undefined,
  ).length
}

/** Whether any filter of the panel or from statistics is active. */
export function hasFilterChips(search: ListFilters, filter: Parameters<typeof needsStatistics>[0]): boolean {
  return needsStatistics(filter) || search.espera !== undefined || countActiveFilters(search) > 0
}

/** Clears all filters, keeping order and page size. */
export const CLEARED_LIST_FILTERS: ListFilters = {
  codigo: '',
  autor: '',
  dni: '',
  estado: '',
  dia: '',
  desde: '',
  hasta: '',
  periodo: '',
  espera: '',
  pago: '',
  area: '',
  opciones: '',
  valores: '',
}

/** URL parameters saved with a filter: filters, order and columns, but not the position in the list. */
const SAVED_PARAMETERS = [
  'codigo',
  'autor',
  'dni',
  'estado',
  'dia',
  'desde',
  'hasta',
  'huso',
  'periodo',
  'espera',
  'pago',
  'area',
  'opciones',
  'valores',
  'por',
  'orden',
  'columnas',
] as const
/**
 * URL parameters of the view that is restored on a device. Without the search text, which belongs to a single search,
 * and without the columns, which are stored separately (`useChosenColumns`).
 */
export const VIEW_PARAMETERS = [
  ...SAVED_PARAMETERS.filter((name) => name !== 'codigo' && name !== 'columnas'),
  'filas',
  'vista',
] as const

/** The list's filters in stored format; empty if there are none. */
export function serialiseFilters(
  search: ListFilters,
  names: readonly (keyof ListFilters)[] = SAVED_PARAMETERS,
): string {
  const keptParams = new URLSearchParams()
  for (const name of names) {
    const value = search[name]
    if (value !== undefined && value !== '') keptParams.set(name, value)
  }
  return keptParams.toString()
}

/** Parses a saved filter; parameters that it does not contain are empty. Unknown parameters are ignored. */
export function parseSavedFilters(
  saved: string,
  names: readonly (keyof ListFilters)[] = SAVED_PARAMETERS,
): ListFilters {
  const keptParams = new URLSearchParams(saved)
  return Object.fromEntries(names.map((name) => [name, keptParams.get(name) ?? '']))
}

export function hasFilters(search: ListFilters): boolean {
  return Object.keys(CLEARED_LIST_FILTERS).some((name) => search[name as keyof ListFilters] !== undefined)
}

/** A date as a day in URL format, in the user's time zone. */
function formatUrlDay(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** First and last moment of a day of the URL, by default in the user's time zone like all times in the list. */
function getDayBoundsOfUrl(day = '', huso = '') {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return isCalendarDay(day) ? getDayBounds(day, isTimeZone(huso) ? huso : own) : undefined
}
