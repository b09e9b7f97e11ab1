import { IconLock } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { isSameValue } from '#domain/corrections/index.ts'
import { limitCombiningMarks } from '#domain/kernel/index.ts'
import { ATTACHMENT_FIELDS, formatValue, hasFiles, type AttachmentField } from '#domain/questions/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import { AttachedPreview } from '../attachments/attached-preview.tsx'
import { buildQuestionElementId } from '../form/element-ids.ts'
import { findFormFile, useForm, useFormContext, type StoredQuestionProps } from '../form/form-context.ts'
import styles from './change.module.css'

/** Stored value and observation of a question. */
function useStoredQuestion({ address }: StoredQuestionProps['place']) {
  const { rules } = useFormContext()
  return { seen: rules?.seen.values[address], observation: rules?.observations.get(address) }
}

/** The lock of a question, the observation on it and, once the user has changed its value, the stored value. */
export function PreviousAnswer({ place, value }: StoredQuestionProps) {
  const { seen, observation } = useStoredQuestion(place)
  return (
    <>
      <LockMark place={place} />
      {observation !== undefined && (
        <p className={`r-breaks r-lines ${styles['observation']}`}>
          {observation === '' ? (
            <Trans>The citizen was asked to correct this.</Trans>
          ) : (
            <Trans comment="what the citizen was asked to correct">Observation: {observation}</Trans>
          )}
        </p>
      )}
      {!isSameValue(seen ?? null, value) && <PreviousValue place={place} seen={seen} value={value} />}
    </>
  )
}

/**
 * The citizen's view: the observation and, even before any change, the previous value in red (part 3, point 5). Without
 * an observation, only the lock.
 */
export function RequestedCorrectionNote({ place, value }: StoredQuestionProps) {
  const { seen, observation } = useStoredQuestion(place)
  if (observation === undefined) return <LockMark place={place} />
  return (
    <>
      <p className={`r-breaks r-lines ${styles['observation']}`}>
        {observation === '' ? (
          <Trans>You are asked to correct this.</Trans>
        ) : (
          <Trans comment="what the citizen was asked to correct">Observation: {observation}</Trans>
        )}
      </p>
      <PreviousValue place={place} seen={seen} value={value} isAsked />
    </>
  )
}

/** Marks a question that cannot be changed. Its fields are drawn without frames (change.module.css). */
function LockMark({ place: { address } }: Pick<StoredQuestionProps, 'place'>) {
  const { rules } = useFormContext()
  if (rules?.isLocked({ kind: 'question', address }) !== true) return null
  return (
    <span className={`r-soft ${styles['lock']}`}>
      <IconLock size={18} aria-hidden="true" />
      <span className="r-hidden">
        <Trans>This cannot be changed.</Trans>
      </span>
    </span>
  )
}

type PreviousValueProps = StoredQuestionProps & { readonly seen: QuestionValue | undefined; readonly isAsked?: boolean }

/** The previous value, with the files that were replaced or removed. */
function PreviousValue({ place: { question, address }, seen, value, isAsked }: PreviousValueProps) {
  const { t, i18n } = useLingui()
  const text = limitCombiningMarks(formatValue(question, seen, { yes: t`Yes`, no: t`No`, language: i18n.locale }))
  const missingValueText = hasFiles(seen) ? t`an attached file` : t`not answered`
  const before = text === '' ? missingValueText : text
  return (
    <>
      <p className={isAsked === true ? styles['asked'] : 'r-breaks r-soft r-note'}>
        <Trans comment="what stood there before this change">Before: {before}</Trans>
      </p>
      {ATTACHMENT_FIELDS.filter(({ field }) => seen?.[field] !== value[field]).map(({ field }) => (
        <FormerFile key={field} field={field} seen={seen} labelledBy={`${buildQuestionElementId(address)}-title`} />
      ))}
    </>
  )
}

type FormerFileProps = Pick<PreviousValueProps, 'seen'> & {
  readonly field: AttachmentField
  readonly labelledBy: string
}

function FormerFile({ field, seen, labelledBy }: FormerFileProps) {
  const claim = useForm((state) => findFormFile(state, seen?.[field]))
  return claim !== undefined && <AttachedPreview field={field} claim={claim} labelledBy={labelledBy} />
}
