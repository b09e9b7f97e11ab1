import type { ListFilters } from './list-filters.ts'

/** What of an address narrows or orders its list, or says what stands in it; where the user is in it does not. */
const KEPT = [
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

/** What the list is narrowed to, as it is kept under a name; empty where nothing narrows it. */
export function savedOf(search: ListFilters): string {
  const kept = new URLSearchParams()
  for (const name of KEPT) {
    const value = search[name]
    if (value !== undefined && value !== '') kept.set(name, value)
  }
  return kept.toString()
}

/** The way back: everything else that narrows the list is taken away. What is none of its filters is left out. */
export function searchOf(saved: string): ListFilters {
  const kept = new URLSearchParams(saved)
  return Object.fromEntries(KEPT.map((name) => [name, kept.get(name) ?? '']))
}
