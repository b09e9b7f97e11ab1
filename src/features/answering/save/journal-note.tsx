import { useSyncExternalStore } from 'react'
import { Trans } from '@lingui/react/macro'
import type { Journal } from '#local/index.ts'
import { useProblemText } from '#ui/index.ts'
import styles from './save.module.css'

/** Whether what was typed is on the device yet. Only a failure is loud: then typing on would be at risk. */
export function JournalNote({ journal }: { readonly journal: Journal }) {
  const status = useSyncExternalStore(journal.subscribe, journal.status)
  const problemText = useProblemText()
  if (status.kind === 'failed') {
    return (
      <span className={styles['failed']} role="alert">
        <Trans>This draft could not be kept.</Trans> {problemText(status.problem)}
      </span>
    )
  }
  if (status.kind === 'idle') return null
  return (
    <span className={styles['kept']}>
      {status.kind === 'kept' ? <Trans>Draft kept on this device</Trans> : <Trans>Keeping the draft…</Trans>}
    </span>
  )
}
