import { Trans, useLingui } from '@lingui/react/macro'
import { foreignTag, writtenIn, type FormTemplate } from '#domain/documents/index.ts'
import styles from '../answering.module.css'

type VoucherTextProps = { readonly form: FormTemplate; readonly text: string }

/** The municipality's own text, which has one language: where that is not the reader's, it is named. */
export function VoucherText({ form, text }: VoucherTextProps) {
  const { i18n } = useLingui()
  const tag = foreignTag(form, 'customizedVoucherText', i18n.locale, writtenIn(form))
  const language = tag === undefined ? undefined : new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(tag)
  return (
    <div className={`r-card ${styles['voucher']}`}>
      {language !== undefined && (
        <p className="r-soft r-note">
          <Trans>The municipality's text, in {language}:</Trans>
        </p>
      )}
      <p className="r-lines" lang={tag}>
        {text}
      </p>
    </div>
  )
}
