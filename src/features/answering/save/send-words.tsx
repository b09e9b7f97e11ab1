import { Trans } from '@lingui/react/macro'
import type { SaveWords } from './save-bar.tsx'

/** For a form that goes to the municipality at once, as that of who has no account. @param what its author's word for it; it may be empty */
export function sendWords(what: string): SaveWords {
  const short = <Trans>Send</Trans>
  const whole =
    what.trim() === '' ? short : <Trans comment="an answer, by its author's word: Send complaint">Send {what}</Trans>
  return { whole, short }
}
