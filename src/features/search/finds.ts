import type { FormSummary } from '#domain/templates/index.ts'
import { matchesSearch, matchesWordPrefixes } from '#domain/search/index.ts'

/** A screen that the user may open. */
export type SearchableScreen = { readonly to: string; readonly name: string }

/** A search result and its target. */
export type SearchResult = {
  readonly key: string
  readonly title: string
  /** text that distinguishes results with the same title */
  readonly detail: string
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

export type SearchGroup = { readonly name: string; readonly finds: readonly SearchResult[] }

/** Maximum results per group: forms, areas, users, and answers on this device. */
export const MAX_GROUP_RESULTS = 6

/** Finds screens by name. Returns all screens while nothing is typed. */
export function searchScreens(places: readonly SearchableScreen[], typed: string): readonly SearchResult[] {
  return places
    .filter(({ name }) => matchesWordPrefixes([name], typed))
    .map(({ to, name }) => ({ key: to, title: name, detail: '', to }))
}

/**
 * Finds forms by part of their title in the user's or author's language. Titles with words that start with the typed
 * words are first.
 */
export function searchForms(
  forms: readonly FormSummary[],
  typed: string,
  titleOf: (form: FormSummary) => string,
): readonly FormSummary[] {
  if (typed === '') return []
  const begins = (form: FormSummary): number => (matchesWordPrefixes([titleOf(form)], typed) ? 0 : 1)
  return forms
    .filter((form) => !form.deleted)
    .filter((form) => matchesSearch(titleOf(form), typed) || matchesSearch(form.titulo, typed))
    .toSorted((a, b) => begins(a) - begins(b) || titleOf(a).localeCompare(titleOf(b)))
}
