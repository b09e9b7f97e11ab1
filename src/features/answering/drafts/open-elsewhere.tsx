import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { Banner, useProblemText } from '#ui/index.ts'

export type DraftOpenElsewhereProps = {
  /** the other window has saved the draft as an answer */
  readonly isSaved?: boolean
  /** link to the saved answer */
  readonly toSaved?: ReactNode
}

/** Says that another window has the same draft open, or has saved it. */
export function DraftOpenElsewhere({ isSaved = false, toSaved }: DraftOpenElsewhereProps) {
  const problemText = useProblemText()
  return (
    <div role="status">
      <Banner tone="waiting" action={isSaved && toSaved}>
        {isSaved ? (
          problemText({ code: 'answer.saved-elsewhere' })
        ) : (
          <Trans>This answer is open in another window. Close that window so that no changes are overwritten.</Trans>
        )}
      </Banner>
    </div>
  )
}
