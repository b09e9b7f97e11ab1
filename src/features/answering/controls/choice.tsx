import type { ReactNode } from 'react'
import { IconX } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import styles from './controls.module.css'

type ClearableChoiceProps = {
  /** clears the choice; missing: nothing is chosen, or a choice is required */
  readonly onClear: (() => void) | undefined
  /** the option; its label has space at the end for the clear button (`data-clears`) */
  readonly children: ReactNode
}

/** An option of a single choice. The clear button overlays the option, as a separate line would move the page. */
export function ClearableChoice({ onClear, children }: ClearableChoiceProps) {
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
