import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { changeLanguage } from './i18n.ts'
import { NAMED_LANGUAGES, OFFERED_LANGUAGES } from '#domain/kernel/index.ts'

/**
 * Selects the language. Languages are named in their own language. Choosing reloads the page. Without a label, as wide
 * as on the server's pages.
 */
export function LanguagePicker({ labelled = false }: { readonly labelled?: boolean }) {
  const { t, i18n } = useLingui()
  return (
    <NativeSelect
      {...(labelled ? { label: t`Language` } : { 'aria-label': t`Language`, w: '9rem' })}
      value={i18n.locale}
      data={OFFERED_LANGUAGES.map((code) => ({ value: code, label: NAMED_LANGUAGES[code].name }))}
      onChange={(event) => changeLanguage(event.currentTarget.value)}
    />
  )
}
