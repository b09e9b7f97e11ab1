import type { ReactNode } from 'react'
import { IconX } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import styles from './controls.module.css'

type ChoiceProps = {
  /** missing: it is not chosen, or has to stay */
  readonly onClear: (() => void) | undefined
  /** the option, whose words leave room at their end (`data-clears`) */
  readonly children: ReactNode
}

/** An option of a single choice. The clear button lies on it: its own line would push the page under the finger. */
export function Choice({ onClear, children }: ChoiceProps) {
  return (
    <div className="r-anchor">
      {children}
      {onClear !== undefined && (
        <button type="button" className={`r-centred r-round r-accent ${styles['clear']}`} onClick={onClear}>
          <IconX size={20} aria-hidden="true" />
          <span className="r-hidden">
            <Trans>Clear choice</Trans>
          </span>
        </button>
      )}
    </div>
  )
}
