import { useLingui } from '@lingui/react/macro'
import { changeLanguage, LANGUAGES, OFFERED } from '#ui/index.ts'
import styles from './public.module.css'

/** The app's `LanguagePicker` with the browser's control: the library's weighs 5 KB that nothing else here needs. */
export function LanguageChoice() {
  const { t, i18n } = useLingui()
  return (
    <select
      className={`r-edge r-raised ${styles['language']}`}
      aria-label={t`Language`}
      value={i18n.locale}
      onChange={(event) => {
        const chosen = OFFERED.find((code) => code === event.currentTarget.value)
        if (chosen !== undefined) changeLanguage(chosen)
      }}
    >
      {OFFERED.map((code) => (
        <option key={code} value={code}>
          {LANGUAGES[code].name}
        </option>
      ))}
    </select>
  )
}
