import { visibleText } from '#domain/kernel/index.ts'
import { useLingui } from '@lingui/react/macro'
import { type EditorForm, findSection, type TemplateClash } from '#domain/templates/index.ts'
import { useDifferenceTexts } from '../versions/use-difference-words.ts'

/** Texts for conflicting edits. */
export function useClashTexts() {
  const { t } = useLingui()
  const words = useDifferenceTexts()
  return {
    /** @param unit key of a section, or 'form' */
    unit: (form: EditorForm, unit: string): string => {
      const section = findSection(form, unit)
      if (unit === 'form') return t`Title, options and everything outside the sections`
      return section === undefined || section.titulo === '' ? t`A section` : section.titulo
    },
    /** the element and the field in conflict */
    part: ({ part, field }: TemplateClash): string =>
      field === null ? words.part(part) : `${words.part(part)} · ${words.field(field)}`,
    value: ({ field, ...values }: TemplateClash, side: 'mine' | 'theirs'): string => {
      const value = values[side]
      if (field !== null) return words.value(field, value)
      return value === undefined ? t`deleted` : words.value('', collectTexts(value).join(', '))
    },
  }
}

/** Fields by which users recognize a section, condition, question, option or block. */
const TEXTS: readonly string[] = [
  'titulo',
  'conditionalQuestion',
  'condition',
  'texto',
  'name',
  'content',
  'nombre',
  'title',
]

/** All texts of an element, outer elements first. */
function collectTexts(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]: readonly [string, unknown]) => {
    if (typeof inner === 'string') return TEXTS.includes(field) && visibleText(inner) !== '' ? [inner.trim()] : []
    return collectTexts(inner)
  })
}

/** Groups conflicts that are resolved together, in their order. */
export function clashesByUnit(
  clashes: readonly TemplateClash[],
): readonly (readonly [unit: string, clashes: readonly TemplateClash[]])[] {
  const units = new Map<string, readonly TemplateClash[]>()
  for (const clash of clashes) units.set(clash.unit, [...(units.get(clash.unit) ?? []), clash])
  return [...units]
}
