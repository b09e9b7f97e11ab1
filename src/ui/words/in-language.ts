import { useLingui } from '@lingui/react'
import { inLanguage } from '#domain/documents/index.ts'

export { inLanguage }

/** @returns `inLanguage` for the language on screen */
export function useFormTexts(): <F extends string>(
  document: { readonly [K in F]?: string | undefined },
  field: F,
) => string {
  const { i18n } = useLingui()
  return (document, field) => inLanguage(document, field, i18n.locale)
}
