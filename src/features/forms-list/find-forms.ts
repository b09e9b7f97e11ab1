import { getFirstArea } from '#domain/places/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import { getMunicipality, type MunicipalityPath } from '#domain/kernel/index.ts'
import { matchesSearch, normaliseForSearch } from '#domain/search/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'

export type FormsFilter = {
  /** part of the name; empty for all */
  readonly name: string
  /** path of a municipality; empty for all */
  readonly municipality: string
  /** path of a governmental area; empty for all ('Todas') */
  readonly area: string
}

export type TitledForm = { readonly template: FormSummary; readonly title: string }

/**
 * Returns the forms that match the filter and are not deleted. The name is searched in the original title and in
 * `titleOf`, the title in the user's language.
 */
export function filterForms(
  templates: readonly FormSummary[],
  filter: FormsFilter,
  titleOf: (template: FormSummary) => string,
): readonly TitledForm[] {
  return templates
    .filter((template) => !template.deleted)
    .filter((template) => isIn(template, filter.municipality))
    .filter((template) => filter.area === '' || template.areas.some((area) => area === filter.area))
    .map((template) => ({ template, title: titleOf(template) }))
    .filter(({ template, title }) => matchesSearch(title, filter.name) || matchesSearch(template.titulo, filter.name))
    .toSorted((a, b) => compareTexts(a.title, b.title) || compareTexts(a.template.id, b.template.id))
}

/** Titles shared by several forms, as copies have the title of their original until renamed. */
export function findDuplicateTitles(forms: readonly TitledForm[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(forms.flatMap(({ title }) => (seen.size === seen.add(title).size ? [title] : [])))
}

function isIn(template: FormSummary, municipality: string): boolean {
  return municipality === '' || template.areas.some((area) => getMunicipality(area) === municipality)
}

function compareTexts(a: string, b: string): number {
  const [left, right] = [normaliseForSearch(a), normaliseForSearch(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

export type PlaceChoice = { readonly path: string; readonly name: string }

export type AreaChoice = PlaceChoice & { readonly municipality: MunicipalityPath }

/** Areas for the filter, sorted by name: those of the downloaded forms. @param municipality path; empty for all */
export function listAreaChoices(
  templates: readonly FormSummary[],
  nameOf: (path: string) => string | undefined,
  municipality: string,
): readonly AreaChoice[] {
  const choices = new Map<string, AreaChoice>()
  for (const template of templates) {
    if (template.deleted) continue
    for (const path of template.areas) {
      const home = getMunicipality(path)
      if (municipality !== '' && home !== municipality) continue
      const own = path === getFirstArea(template) ? template.areaInfo.nombre : undefined
      const name = nameOf(path) ?? own ?? choices.get(path)?.name
      if (name !== undefined) choices.set(path, { path, name, municipality: home })
    }
  }
  return [...choices.values()].toSorted((a, b) => compareTexts(a.name, b.name))
}

/** The account's municipalities, sorted by name. Duplicate names include the province. */
export function listMunicipalityChoices(areas: readonly SyncedArea[]): readonly PlaceChoice[] {
  const entries = new Map(areas.map((area) => [getMunicipality(area.path), area]))
  const isTaken = (entry: SyncedArea): boolean =>
    [...entries].some(([path, other]) => path !== getMunicipality(entry.path) && other.municipio === entry.municipio)
  return [...entries]
    .map(([path, entry]) => ({
      path,
      name: isTaken(entry) ? `${entry.municipio} (${entry.provincia})` : entry.municipio,
    }))
    .toSorted((a, b) => compareTexts(a.name, b.name))
}

/** Groups items by key, in order of appearance. (Map.groupBy is missing on older tablets.) */
export function groupByKey<T, Key>(
  items: readonly T[],
  keyOf: (item: T) => Key,
): readonly (readonly [Key, readonly T[]])[] {
  const groups = new Map<Key, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...groups]
}
