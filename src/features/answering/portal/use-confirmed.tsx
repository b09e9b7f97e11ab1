import { useState, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { isEmptyCorrection } from '#domain/corrections/index.ts'
import { FormDialog } from '#ui/index.ts'
import type { ChangeSession } from '../change/change-session.ts'

type Answered = (goesOn: boolean) => void

/** A revision without changes says that what is asked about is right: its citizen confirms that before it is sent. */
export function useConfirmed(session: ChangeSession): {
  readonly shown: ReactNode
  readonly ask: (opens: () => void) => Promise<boolean>
} {
  const { t } = useLingui()
  const [asked, setAsked] = useState<{ readonly answer: Answered } | null>(null)
  const answer: Answered = (goesOn) => {
    setAsked(null)
    asked?.answer(goesOn)
  }
  return {
    shown: asked !== null && (
      <FormDialog
        title={t`You have changed nothing`}
        submit={<Trans>It is right as it is</Trans>}
        onSubmit={() => answer(true)}
        onClose={() => answer(false)}
      >
        <p>
          <Trans>If what the municipality asks about is right, you can say so. Nothing of your answer changes.</Trans>
        </p>
      </FormDialog>
    ),
    ask: (opens) => {
      if (!isEmptyCorrection(session.correction())) return Promise.resolve(true)
      opens()
      return new Promise((resolve) => setAsked({ answer: resolve }))
    },
  }
}
