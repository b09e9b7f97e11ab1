import { Trans, useLingui } from '@lingui/react/macro'
import { getForeignLanguageTag, getOriginalLanguage, type FormTemplate } from '#domain/templates/index.ts'
import styles from '../answering.module.css'

type VoucherNoteProps = { readonly form: FormTemplate; readonly text: string }

/**
 * The municipality's voucher text. Adds a note that it is not translated if its language may differ from the page's.
 */
export function VoucherNote({ form, text }: VoucherNoteProps) {
  const { i18n } = useLingui()
  const tag = getForeignLanguageTag(form, 'customizedVoucherText', i18n.locale, getOriginalLanguage(form))
  return (
    <div className={`r-card ${styles['voucher']}`}>
      {tag !== undefined && (
        <p className="r-soft r-note">
          <Trans>Text from the municipality, not translated:</Trans>
        </p>
      )}
      <p className="r-lines" lang={tag}>
        {text}
      </p>
    </div>
  )
}
