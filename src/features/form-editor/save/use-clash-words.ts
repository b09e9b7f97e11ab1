import { useLingui } from '@lingui/react/macro'
import { type EditorForm, findSection, type TemplateClash } from '#domain/templates/index.ts'

/** Longest value that is shown of a contradiction, characters. */
const LONGEST = 80

/** What two people disagree about, in words. */
export function useClashWords() {
  const { t } = useLingui()
  return {
    /** @param unit key of a section, or 'form' */
    unit: (form: EditorForm, unit: string): string => {
      const section = findSection(form, unit)
      if (unit === 'form') return t`Title, options and everything above the sections`
      return section === undefined || section.titulo === '' ? t`A section` : section.titulo
    },
    part: ({ part }: TemplateClash): string => (part.text === '' ? t`Without a title` : part.text),
    value: (value: TemplateClash['mine']): string => {
      if (value === undefined) return t`deleted`
      if (value === null || value === '') return t`nothing`
      if (typeof value === 'boolean') return value ? t`yes` : t`no`
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
    },
  }
}
