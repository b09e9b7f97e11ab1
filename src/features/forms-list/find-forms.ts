import type { FormTemplate } from '#domain/documents/index.ts'
import { firstAreaOf } from '#domain/documents/index.ts'
import { matchesSearch, normaliseForSearch } from '#domain/search/index.ts'

export type FormsFilter = {
  /** part of the name; empty for all */
  readonly name: string
  /** path of a governmental area; empty for all ('Todas') */
  readonly area: string
}

export type Titled = { readonly template: FormTemplate; readonly title: string }

/**
 * The forms that fit, sorted by title as people read it (part 1, point 2). A deleted form is never offered.
 * @param titleOf the title in the reader's language; the original title is searched too
 */
export function findForms(
  templates: readonly FormTemplate[],
  filter: FormsFilter,
  titleOf: (template: FormTemplate) => string,
): readonly Titled[] {
  return templates
    .filter((template) => !template.deleted)
    .filter((template) => filter.area === '' || template.areas.some((area) => area === filter.area))
    .map((template) => ({ template, title: titleOf(template) }))
    .filter(({ template, title }) => matchesSearch(title, filter.name) || matchesSearch(template.titulo, filter.name))
    .toSorted((a, b) => byText(a.title, b.title) || byText(a.template.id, b.template.id))
}

function byText(a: string, b: string): number {
  const [left, right] = [normaliseForSearch(a), normaliseForSearch(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

export type AreaChoice = { readonly path: string; readonly name: string }

/** Areas that the filter can be set to: those of the forms that are here, by name. */
export function areasOf(templates: readonly FormTemplate[], nameOf: (path: string) => string | undefined): readonly AreaChoice[] {
  const names = new Map<string, string>()
  for (const template of templates) {
    if (template.deleted) continue
    for (const path of template.areas) {
      const own = path === firstAreaOf(template) ? template.areaInfo.nombre : undefined
      names.set(path, nameOf(path) ?? own ?? names.get(path) ?? path.split('/').at(-1) ?? path)
    }
  }
  return [...names].map(([path, name]) => ({ path, name })).toSorted((a, b) => byText(a.name, b.name))
}
