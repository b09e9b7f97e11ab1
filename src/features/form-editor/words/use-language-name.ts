import { useLingui } from '@lingui/react/macro'
import { LANGUAGES } from '#ui/index.ts'

/** @returns a function for a language's name in that language; “Other” is translated, unknown codes are not */
export function useLanguageName(): (code: string) => string {
  const { t } = useLingui()
  return (code) => {
    if (code === 'ot') return t({ message: 'Other', context: 'language' })
    return Object.hasOwn(LANGUAGES, code) ? LANGUAGES[code as keyof typeof LANGUAGES].name : code
  }
}
