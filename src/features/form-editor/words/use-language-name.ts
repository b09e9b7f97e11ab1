import { useLingui } from '@lingui/react/macro'
import { LANGUAGES } from '#ui/index.ts'

/** @returns a language's own name, “Other” in the reader's language, or an unknown code as it is */
export function useLanguageName(): (code: string) => string {
  const { t } = useLingui()
  return (code) => {
    if (code === 'ot') return t({ message: 'Other', context: 'language' })
    return Object.hasOwn(LANGUAGES, code) ? LANGUAGES[code as keyof typeof LANGUAGES].name : code
  }
}
