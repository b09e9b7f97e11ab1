import { useLiveQuery } from 'dexie-react-hooks'
import { Plural, Trans } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import { countKnownAnswers, type Draft } from '#local/index.ts'
import { useAccount, useFormats } from '#ui/index.ts'
import styles from './forms-list.module.css'

export type CountsOnDeviceProps = { readonly form: TemplateId; readonly drafts: readonly Draft[] }

/** The numbers of a form's answers and drafts on this device. Renders nothing if there are none. */
export function CountsOnDevice({ form, drafts }: CountsOnDeviceProps) {
  const { local } = useAccount()
  const answers = useLiveQuery(() => countKnownAnswers(local, form), [local, form]) ?? 0
  const begun = drafts.filter(({ template }) => template === form).length
  return (
    <>
      {answers > 0 && <Plural value={answers} one="# answer" other="# answers" />}
      {answers > 0 && begun > 0 && ', '}
      {begun > 0 && <Plural value={begun} one="# draft" other="# drafts" />}
    </>
  )
}

/** Note that a form is a copy, to distinguish it from an original with the same title. */
export function CopyNote({ template: { duplicatedInfo } }: { readonly template: FormSummary }) {
  const formats = useFormats()
  if (duplicatedInfo === undefined) return null
  const { date, username } = duplicatedInfo
  return (
    <span className={`r-soft r-small ${styles['note']}`}>
      {' '}
      <Trans>
        Duplicated on {formats.date(date)} by {username}
      </Trans>
    </span>
  )
}
