import type { ListFilters } from './list-filters.ts'

/** URL parameters saved with a filter: filters, order and columns, but not the position in the list. */
const SAVED_PARAMETERS = [
  'codigo',
  'autor',
  'dni',
  'estado',
  'dia',
  'desde',
  'hasta',
  'espera',
  'pago',
  'area',
  'opciones',
  'valores',
  'por',
  'orden',
  'columnas',
] as const

/** The list's filters in stored format; empty if there are none. */
export function serialiseFilters(search: ListFilters): string {
  const kept = new URLSearchParams()
  for (const name of SAVED_PARAMETERS) {
    const value = search[name]
    if (value !== undefined && value !== '') kept.set(name, value)
  }
  return kept.toString()
}

/** Parses a saved filter, resetting all other filters. Unknown parameters are ignored. */
export function parseSavedFilters(saved: string): ListFilters {
  const kept = new URLSearchParams(saved)
  return Object.fromEntries(SAVED_PARAMETERS.map((name) => [name, kept.get(name) ?? '']))
}
