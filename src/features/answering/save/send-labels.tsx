import { visibleText } from '#domain/kernel/index.ts'
import { Trans } from '@lingui/react/macro'
import type { SaveLabels } from './save-bar.tsx'

/**
 * Button texts of a form that is sent directly to the municipality. @param what what the form's author calls an answer,
 * for example "complaint"; may be empty
 */
export function sendLabels(what: string): SaveLabels {
  const short = <Trans>Send</Trans>
  const whole =
    visibleText(what) === '' ? (
      short
    ) : (
      <Trans comment="an answer, by its author's word: Send complaint">Send {what}</Trans>
    )
  return { whole, short }
}
