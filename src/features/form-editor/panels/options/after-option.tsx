import { useLingui } from '@lingui/react/macro'
import { MAX_DESCRIPTION_LENGTH } from '#domain/documents/index.ts'
import { MIN_RESPONSES_COUNT } from '#domain/kernel/index.ts'
import { updateForm, type OptionFlag } from '#domain/templates/index.ts'
import { fieldId } from '../../element-ids.ts'
import { typing, type PanelProps } from '../../panel.ts'
import { LineField } from '../parts/line-field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import styles from '../panels.module.css'
import { useProblemAt } from '../use-problem-at.ts'
import { LockedForGood } from './locked-for-good.tsx'

/** What the schema of `responsesCount` holds. */
const MOST_RESPONSES = 1_000_000_000

/** What an option asks for right below itself, while it is on: the limit, the text of the voucher; or what comes of switching it off. Larger things have panels of their own. */
export function AfterOption({ form, change, locks, problems, option }: PanelProps & { readonly option: OptionFlag }) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  if (option === 'editableForm') {
    return (
      <div role="alert">
        <LockedForGood locks={locks} opcionales={form.opcionales} />
      </div>
    )
  }
  if (!form.opcionales[option]) return null
  if (option === 'limitResponses') {
    return (
      <div className={styles['after']}>
        <NumberField
          id={fieldId('responsesCount')}
          label={t`Number of answers`}
          value={form.responsesCount}
          min={MIN_RESPONSES_COUNT}
          max={MOST_RESPONSES}
          whole
          required
          disabled={locks.everything}
          error={problemAt({ kind: 'field', field: 'responsesCount' })}
          onChange={(responsesCount) => change(typing('responsesCount'), (now) => updateForm(now, { responsesCount }))}
        />
      </div>
    )
  }
  if (option === 'customizedVoucher') {
    return (
      <div className={styles['after']}>
        <LineField
          id={fieldId('customizedVoucherText')}
          label={t`Text of the voucher`}
          value={form.customizedVoucherText ?? ''}
          maxLength={MAX_DESCRIPTION_LENGTH}
          long
          disabled={locks.everything}
          error={problemAt({ kind: 'field', field: 'customizedVoucherText' })}
          onChange={(text) =>
            change(typing('customizedVoucherText'), (now) =>
              updateForm(now, { customizedVoucherText: text === '' ? undefined : text }),
            )
          }
        />
      </div>
    )
  }
  return null
}
