import { Trans, useLingui } from '@lingui/react/macro'
import { isUnchecked, type Citizen } from '#domain/citizens/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import { Banner, useProblemText } from '#ui/index.ts'
import type { Said } from './use-citizen.ts'

/** What the registry has said, in one line, read aloud. Of a stored answer's citizen it may not have been asked yet. */
export function RegistrySays({ said, citizen }: { readonly said: Said; readonly citizen: Citizen }) {
  const text = useSaying(said, citizen)
  const isVouched = citizen.id !== undefined && !isUnchecked(citizen)
  const isTrouble = said.kind === 'failed' || said.kind === 'refused'
  return (
    <div role={isTrouble ? 'alert' : 'status'}>
      {text !== undefined && (
        <Banner tone={isTrouble ? 'attention' : isVouched ? 'received' : 'waiting'}>{text}</Banner>
      )}
    </div>
  )
}

function useSaying(said: Said, citizen: Citizen) {
  const { t } = useLingui()
  const problemText = useProblemText()
  switch (said.kind) {
    case 'idle':
      if (citizen.id === undefined) return undefined
      return isUnchecked(citizen) ? t`Chosen from the registry, not verified` : t`In the citizen registry`
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
