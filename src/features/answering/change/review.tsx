import { type ReactNode, useState } from 'react'
import { Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useStore } from 'zustand'
import { MAX_CORRECTION_REASON_LENGTH } from '#domain/answers/index.ts'
import { isEmptyCorrection } from '#domain/corrections/index.ts'
import { FormDialog, useCorrectionDifferences, usePlaceTexts } from '#ui/index.ts'
import type { ChangeSession } from './change-session.ts'
import styles from './change.module.css'

type OnReviewSent = (goesOn: boolean) => void

/**
 * Dialog that shows what a correction changes and asks for a reason. `ask` opens the dialog and resolves to whether to
 * save.
 */
export function useCorrectionReview(session: ChangeSession): {
  readonly shown: ReactNode
  readonly ask: (opens: () => void) => Promise<boolean>
} {
  const [request, setRequest] = useState<{ readonly answer: OnReviewSent } | null>(null)
  const answer: OnReviewSent = (goesOn) => {
    setRequest(null)
    request?.answer(goesOn)
  }
  return {
    shown: request !== null && <Review session={session} onAnswered={answer} />,
    ask: (opens) => {
      // Skips the review if nothing was changed. Saving then reports that there are no changes.
      const isSame = isEmptyCorrection(session.correction()) && session.decides.getState().length === 0
      if (isSame) return Promise.resolve(true)
      opens()
      return new Promise((resolve) => setRequest({ answer: resolve }))
    },
  }
}

function Review({ session, onAnswered }: { readonly session: ChangeSession; readonly onAnswered: OnReviewSent }) {
  const { t } = useLingui()
  const { opening, form } = session
  const [files] = useState(() => [...opening.stored.files, ...Object.values(form.state.getState().files)])
  const rows = [form.state.getState().content.rows, session.change.seen.content.rows]
  const listDifferences = useCorrectionDifferences(usePlaceTexts({ files, rows }, opening.version))
  const [correction] = useState(session.correction)
  const decided = useStore(session.decides).length
  const reason = useStore(session.reason)
  return (
    <FormDialog
      title={t`Your changes`}
      submit={<Trans>Save changes</Trans>}
      onSubmit={() => onAnswered(true)}
      onClose={() => onAnswered(false)}
    >
      <ul className={`r-column r-plain r-lines ${styles['changes']}`} aria-label={t`Your changes`}>
        {listDifferences(correction).map(({ key, place, was, is }) => (
          <li key={key}>
            <span className="r-soft">{place}</span>
            <span>
              <s>{was}</s> <span aria-hidden="true">→</span> <strong>{is}</strong>
            </span>
          </li>
        ))}
      </ul>
      {decided > 0 && (
        <p>
          <Trans>Conflicts resolved: {decided}</Trans>
        </p>
      )}
      <Textarea
        label={t`Reason (optional)`}
        rows={2}
        maxLength={MAX_CORRECTION_REASON_LENGTH}
        value={reason}
        onChange={(event) => session.reason.setState(event.currentTarget.value, true)}
      />
    </FormDialog>
  )
}
