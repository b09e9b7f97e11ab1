import type { FormSummary } from '#domain/templates/index.ts'
import { matchesSearch, matchesWords } from '#domain/search/index.ts'

/** A screen that the person who searches may open. */
export type Place = { readonly to: string; readonly name: string }

/** One line of what was found, and where it leads. */
export type Find = {
  readonly key: string
  readonly title: string
  /** what tells it from others of its title */
  readonly detail: string
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

export type FoundGroup = { readonly name: string; readonly finds: readonly Find[] }

/** Lines of one group. */
export const MOST_FINDS = 6

/** The screens by their names; all of them while nothing is typed. */
export function findPlaces(places: readonly Place[], typed: string): readonly Find[] {
  return places
    .filter(({ name }) => matchesWords([name], typed))
    .map(({ to, name }) => ({ key: to, title: name, detail: '', to }))
}

/** Forms by part of their name in the reader's language or the author's, those that begin with it first. */
export function findForms(
  forms: readonly FormSummary[],
  typed: string,
  titleOf: (form: FormSummary) => string,
): readonly FormSummary[] {
  if (typed === '') return []
  const begins = (form: FormSummary): number => (matchesWords([titleOf(form)], typed) ? 0 : 1)
  return forms
    .filter((form) => !form.deleted)
    .filter((form) => matchesSearch(titleOf(form), typed) || matchesSearch(form.titulo, typed))
    .toSorted((a, b) => begins(a) - begins(b) || titleOf(a).localeCompare(titleOf(b)))
}
