import { visibleText } from '#domain/kernel/index.ts'
import { useLingui } from '@lingui/react/macro'
import { type EditorForm, findSection, type TemplateClash } from '#domain/templates/index.ts'
import { useDifferenceWords } from '../versions/use-difference-words.ts'

/** What two people disagree about, in words. */
export function useClashWords() {
  const { t } = useLingui()
  const words = useDifferenceWords()
  return {
    /** @param unit key of a section, or 'form' */
    unit: (form: EditorForm, unit: string): string => {
      const section = findSection(form, unit)
      if (unit === 'form') return t`Title, options and everything outside of the sections`
      return section === undefined || section.titulo === '' ? t`A section` : section.titulo
    },
    /** what it is about: an element, and which of its fields */
    part: ({ part, field }: TemplateClash): string =>
      field === null ? words.part(part) : `${words.part(part)} · ${words.field(field)}`,
    value: ({ field, ...values }: TemplateClash, side: 'mine' | 'theirs'): string => {
      const value = values[side]
      if (field !== null) return words.value(field, value)
      return value === undefined ? t`deleted` : words.value('', textsOf(value).join(', '))
    },
  }
}

/** The fields that people know a section, condition, question, option or block by. */
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

/** What there is to read in a whole element, from the outside to the inside. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]: readonly [string, unknown]) => {
    if (typeof inner === 'string') return TEXTS.includes(field) && visibleText(inner) !== '' ? [inner.trim()] : []
    return textsOf(inner)
  })
}

/** The clashes that are decided together, in the order in which they were found. */
export function clashesByUnit(
  clashes: readonly TemplateClash[],
): readonly (readonly [unit: string, clashes: readonly TemplateClash[]])[] {
  const units = new Map<string, readonly TemplateClash[]>()
  for (const clash of clashes) units.set(clash.unit, [...(units.get(clash.unit) ?? []), clash])
  return [...units]
}
