import { useLingui } from '@lingui/react/macro'
import { NAMED_LANGUAGES, OFFERED_LANGUAGES } from '#ui/index.ts'

/** @returns a function for a language's name in that language; “Other” is translated, unknown codes are not */
export function useLanguageName(): (code: string) => string {
  const { t } = useLingui()
  return (code) => {
    if (code === 'ot' && !OFFERED_LANGUAGES.includes(code)) return t({ message: 'Other', context: 'language' })
    return Object.hasOwn(NAMED_LANGUAGES, code) ? NAMED_LANGUAGES[code as keyof typeof NAMED_LANGUAGES].name : code
  }
}
