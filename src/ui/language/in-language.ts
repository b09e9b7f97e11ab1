import { useLingui } from '@lingui/react/macro'
import { translateField, type Section } from '#domain/templates/index.ts'

export { translateField }

/** @returns `translateField` for the current language */
export function useFormTexts(): <F extends string>(
  document: { readonly [K in F]?: string | undefined },
  field: F,
) => string {
  const { i18n } = useLingui()
  return (document, field) => translateField(document, field, i18n.locale)
}

/** @returns a function for a section's title in the current language, or its number if it has no title */
export function useSectionTitle(): (
  section: Pick<Section, 'titulo' | 'conditionalSection' | 'conditionalQuestion'> | undefined,
  number: number,
) => string {
  const { i18n, t } = useLingui()
  return (section, number) => {
    const titled = section === undefined ? '' : translateField(section, 'titulo', i18n.locale)
    const requested =
      section?.conditionalSection === true ? translateField(section, 'conditionalQuestion', i18n.locale) : ''
    return requested || titled || t`Section ${number}`
  }
}
