import {
  ALL_STATES_FILTER,
  ANSWERS_PAGE_SIZE,
  ANSWERS_PAGE_SIZES,
  toInstant,
  type Instant,
} from '#domain/kernel/index.ts'
import {
  answerFilterSchema,
  needsStatistics,
  listFilterSchema,
  NO_FILTER,
  type ListFilter,
} from '#domain/answers/index.ts'
import { DATA_TYPE, dataCodecFor } from '#domain/questions/index.ts'
import { parsePaymentParam } from '#ui/index.ts'

/** URL parameters of a list. Days are `2026-11-20`. */
export type ListFilters = {
  /** search text: words of an answer, a name, a code or a reference */
  readonly codigo?: string
  readonly autor?: string
  readonly dni?: string
  readonly estado?: string
  readonly dia?: string
  readonly desde?: string
  readonly hasta?: string
  /** `cambio`: dates and order by last change */
  readonly por?: string
  /** `si`: only answers waiting for a decision */
  readonly espera?: string
  /** `pagado`, `pendiente`, `rechazado`: payment status */
  readonly pago?: string
  /** from statistics: path of an area, and selected bars as `question.option,question.option` */
  readonly area?: string
  readonly opciones?: string
  /** values of typed questions (`formatValueFilters`) */
  readonly valores?: string
  /** `viejas`: oldest first */
  readonly orden?: string
  readonly filas?: string
  /** `mapa`: shows located answers on a map instead of the table */
  readonly vista?: string
  /** keys of the question columns; missing: the last selection on this device */
  readonly columnas?: string
  /** position on the map: latitude, longitude, zoom */
  readonly zona?: string
  readonly despues?: string
  readonly antes?: string
}

/** @returns the filter applied by the server and by this device (`#domain`), without invalid values */
export function filterFromSearch(search: ListFilters): ListFilter {
  const { codigo = '', autor = '', dni = '', estado, dia, por, espera } = search
  const parsed = answerFilterSchema.safeParse({
    municipalityCodeId: codigo,
    answerBy: autor,
    citizenDni: dni,
    state: estado !== undefined && /^\d{1,3}$/.test(estado) ? estado : ALL_STATES_FILTER,
    startDate: parseLocalMoment(dia ?? search.desde, '00:00:00.000'),
    endDate: parseLocalMoment(dia ?? search.hasta, '23:59:59.999'),
    lastUpdateCheck: por === 'cambio' ? '1' : undefined,
    payment: parsePaymentParam(search),
    waiting: espera === 'si' ? '1' : undefined,
  })
  return { ...(parsed.success ? parsed.data : NO_FILTER), ...parseChartFilters(search) }
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

/** Query parameters for the server, without defaults: URLs stay short. */
export function toQueryParameters(filter: ListFilter): Partial<ListFilter> {
  const said = Object.entries(filter).filter(([, value]) => value !== '' && value !== ALL_STATES_FILTER)
  return Object.fromEntries(said)
}

/** A number from the URL as readers of the language write it. */
export function formatTypedNumber(plain: string, language: string): string {
  return dataCodecFor({ tipoDato: DATA_TYPE.DECIMAL }).format(plain.replace('.', ','), language)
}

/** Page size. */
export function pickPageSize({ filas }: ListFilters): number {
  return ANSWERS_PAGE_SIZES.find((size) => String(size) === filas) ?? ANSWERS_PAGE_SIZE
}

/** The number of active filters in the panel; the order is not a filter. */
export function setFilters({ autor, dni, estado, pago, dia, desde, hasta, ...more }: ListFilters): number {
  const { options, values } = parseChartFilters(more)
  const ofQuestions = [options, values].flatMap((written) => written?.split(',') ?? [])
  return [autor, dni, estado, pago, dia ?? desde ?? hasta, ...ofQuestions].filter((item) => item !== undefined).length
}

/** Whether any filter of the panel or from statistics is active. */
export function hasChips(search: ListFilters, filter: Parameters<typeof needsStatistics>[0]): boolean {
  return needsStatistics(filter) || search.espera !== undefined || setFilters(search) > 0
}

/** Clears all filters, keeping order and page size. */
export const UNFILTERED: ListFilters = {
  codigo: '',
  autor: '',
  dni: '',
  estado: '',
  dia: '',
  desde: '',
  hasta: '',
  espera: '',
  pago: '',
  area: '',
  opciones: '',
  valores: '',
}

export function isNarrowed(search: ListFilters): boolean {
  return Object.keys(UNFILTERED).some((name) => search[name as keyof ListFilters] !== undefined)
}

/** A day in URL format, in the user's time zone. @param ago days before the moment */
export function formatUrlDay(moment: number, ago = 0): string {
  const date = new Date(moment)
  date.setDate(date.getDate() - ago)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Converts a day of the URL to an instant, in the user's time zone like all times in the list. */
function parseLocalMoment(day: string | undefined, time: string): Instant | undefined {
  const moment = /^\d{4}-\d\d-\d\d$/.test(day ?? '') ? Date.parse(`${day}T${time}`) : Number.NaN
  return Number.isNaN(moment) ? undefined : toInstant(moment)
}
