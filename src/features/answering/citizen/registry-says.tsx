import { Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { Banner, useProblemText } from '#ui/index.ts'
import type { Said } from './use-citizen.ts'

/** What the registry has said, in one line, read aloud. */
export function RegistrySays({ said, isRegistered }: { readonly said: Said; readonly isRegistered: boolean }) {
  const text = useSaying(said, isRegistered)
  const isTrouble = said.kind === 'failed' || said.kind === 'refused'
  return (
    <div role={isTrouble ? 'alert' : 'status'}>
      {text !== undefined && (
        <Banner tone={isTrouble ? 'attention' : isRegistered ? 'received' : 'waiting'}>{text}</Banner>
      )}
    </div>
  )
}

function useSaying(said: Said, isRegistered: boolean) {
  const { t } = useLingui()
  const problemText = useProblemText()
  switch (said.kind) {
    case 'idle':
      return isRegistered ? t`In the citizen registry` : undefined
    case 'found':
      return said.remembered
        ? t`Looked up on this device before. The registry could not be asked.`
        : t`In the citizen registry`
    case 'created':
      return t`In the citizen registry`
    case 'nobody':
      return <Trans>Nobody has this number in the registry. Fill in who it is and create them.</Trans>
    case 'unreachable':
      return (
        <Trans>The registry cannot be asked now. Fill in who it is: it is looked up when the answer arrives.</Trans>
      )
    case 'by-hand':
      return <Trans>Not looked up. Fill in who it is: it is looked up when the answer arrives.</Trans>
    case 'none':
      return <Trans>This municipality has no citizen registry. Fill in who it is.</Trans>
    case 'failed':
      return problemText(said.problem)
    case 'refused': {
      const { message } = said
      return `${problemText({ code: 'citizen.create-failed' })} ${message}`.trim()
    }
    default:
      return unreachable(said)
  }
}
