import { useSyncExternalStore } from 'react'
import { Trans } from '@lingui/react/macro'
import type { JournalWriter } from '#local/index.ts'
import { useProblemText } from '#ui/index.ts'
import { ShortenedText } from './folding-text.tsx'

/** Says whether the typed text is stored on the device. */
export function DraftSaveStatus({ journal }: { readonly journal: JournalWriter }) {
  const { kind } = useSyncExternalStore(journal.subscribe, journal.status)
  if (kind === 'idle' || kind === 'failed') return null
  return (
    <span className="r-soft r-small">
      {kind === 'kept' ? (
        <ShortenedText whole={<Trans>Draft saved on this device</Trans>} short={<Trans>Draft saved</Trans>} />
      ) : (
        <Trans>Saving draft…</Trans>
      )}
    </span>
  )
}

/** Announces that the draft cannot be stored, as further typing may be lost. */
export function DraftSaveFailed({ journal }: { readonly journal: JournalWriter }) {
  const status = useSyncExternalStore(journal.subscribe, journal.status)
  const problemText = useProblemText()
  if (status.kind !== 'failed') return null
  return (
    <p className="r-problem" role="alert">
      <Trans>This draft could not be saved.</Trans> {problemText(status.problem)}
    </p>
  )
}
