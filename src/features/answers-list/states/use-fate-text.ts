import { useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { useProblemText } from '#ui/index.ts'
import type { StateChangeResult } from './use-state-changes.ts'

type FateText = { readonly tone: 'received' | 'waiting' | 'attention'; readonly text: string }

/** Text and tone for the result of a state change. */
export function useChangeOutcomeText(): (changed: StateChangeResult) => FateText {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failed = t`The state could not be updated`
  return ({ fate }) => {
    switch (fate.kind) {
      case 'accepted':
        return { tone: 'received', text: t`State updated` }
      case 'merged':
        return { tone: 'attention', text: t`Your change conflicts with someone else’s. A supervisor must decide.` }
      case 'moved':
        return { tone: 'attention', text: `${failed}. ${t`Someone else has already changed its state.`}` }
      case 'refused':
        return { tone: 'attention', text: `${failed}. ${problemText(fate.problem)}` }
      case 'waiting':
        return { tone: 'waiting', text: t`Saved on this device. It will be sent automatically.` }
      case 'withdrawn':
        return { tone: 'attention', text: t`Undone.` }
      default:
        return unreachable(fate)
    }
  }
}
