import { firstAreaOf } from '#domain/places/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import { municipalityOf, type MunicipalityPath } from '#domain/kernel/index.ts'
import { matchesSearch, normaliseForSearch } from '#domain/search/index.ts'
import type { AreaEntry } from '#domain/sync/index.ts'

export type FormsFilter = {
  /** part of the name; empty for all */
  readonly name: string
  /** path of a municipality; empty for all */
  readonly municipality: string
  /** path of a governmental area; empty for all ('Todas') */
  readonly area: string
}

export type Titled = { readonly template: FormSummary; readonly title: string }

/** Forms that fit, by shown title, without deleted ones. @param titleOf in the reader's language; both are searched */
export function findForms(
  templates: readonly FormSummary[],
  filter: FormsFilter,
  titleOf: (template: FormSummary) => string,
): readonly Titled[] {
  return templates
    .filter((template) => !template.deleted)
    .filter((template) => isIn(template, filter.municipality))
    .filter((template) => filter.area === '' || template.areas.some((area) => area === filter.area))
    .map((template) => ({ template, title: titleOf(template) }))
    .filter(({ template, title }) => matchesSearch(title, filter.name) || matchesSearch(template.titulo, filter.name))
    .toSorted((a, b) => byText(a.title, b.title) || byText(a.template.id, b.template.id))
}

/** Titles that several of these forms have: a copy is called like its original until the user renames it. */
export function sharedTitles(forms: readonly Titled[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(forms.flatMap(({ title }) => (seen.size === seen.add(title).size ? [title] : [])))
}

function isIn(template: FormSummary, municipality: string): boolean {
  return municipality === '' || template.areas.some((area) => municipalityOf(area) === municipality)
}

function byText(a: string, b: string): number {
  const [left, right] = [normaliseForSearch(a), normaliseForSearch(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

export type Choice = { readonly path: string; readonly name: string }

export type AreaChoice = Choice & { readonly municipality: MunicipalityPath }

/** Areas for the filter: those of the forms that are here, by name. @param municipality path; empty: all of them */
export function areasOf(
  templates: readonly FormSummary[],
  nameOf: (path: string) => string | undefined,
  municipality: string,
): readonly AreaChoice[] {
  const choices = new Map<string, AreaChoice>()
  for (const template of templates) {
    if (template.deleted) continue
    for (const path of template.areas) {
      const home = municipalityOf(path)
      if (municipality !== '' && home !== municipality) continue
      const own = path === firstAreaOf(template) ? template.areaInfo.nombre : undefined
      const name = nameOf(path) ?? own ?? choices.get(path)?.name
      if (name !== undefined) choices.set(path, { path, name, municipality: home })
    }
  }
  return [...choices.values()].toSorted((a, b) => byText(a.name, b.name))
}

/** The municipalities in which an account has areas, by name; two of one name have their province added. */
export function municipalitiesOf(areas: readonly AreaEntry[]): readonly Choice[] {
  const entries = new Map(areas.map((area) => [municipalityOf(area.path), area]))
  const isTaken = (entry: AreaEntry): boolean =>
    [...entries].some(([path, other]) => path !== municipalityOf(entry.path) && other.municipio === entry.municipio)
  return [...entries]
    .map(([path, entry]) => ({
      path,
      name: isTaken(entry) ? `${entry.municipio} (${entry.provincia})` : entry.municipio,
    }))
    .toSorted((a, b) => byText(a.name, b.name))
}

/** Groups by key, keys and items in the order of their coming. (Map.groupBy is too young for the tablets in use.) */
export function groupsOf<T, Key>(
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
