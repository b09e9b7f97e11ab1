import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { unreachable, type Problem } from '#domain/kernel/index.ts'
import type { SyncOutcome } from '#sync/index.ts'
import { outboxSummary, StorageFailure } from '#local/index.ts'
import { notify, useAccount, useProblemText } from '#ui/index.ts'

/** The user's "send now", without back-off. Says what came of it, by what is stored; the rest stays in lists below. */
export function SendNow({ waiting }: { readonly waiting: number }) {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const textOf = useProblemText()
  const [busy, setBusy] = useState(false)

  async function send(): Promise<void> {
    setBusy(true)
    try {
      const problem = problemOf(await sync.sendNow())
      if (problem !== null) return notify({ tone: 'attention', text: textOf(problem) })
      // The server may have put off or refused single answers, and another window may still be at it.
      const left = await outboxSummary(local)
      if (left.quarantined > 0)
        notify({ tone: 'attention', text: t`Synchronised, except for what needs your attention below.` })
      else if (left.waiting + left.sending > 0)
        notify({ tone: 'waiting', text: t`Not everything could be sent yet. Relevo tries again by itself.` })
      else notify({ tone: 'received', text: t`Synchronised` })
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      notify({ tone: 'attention', text: textOf(error.problem) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} leftSection={<IconSend2 size={20} aria-hidden="true" />} onClick={() => void send()}>
      {waiting > 0 ? <Trans>Send now</Trans> : <Trans>Synchronise now</Trans>}
    </Button>
  )
}

/** What a run could not finish, if anything. Another tab at work is no problem. */
export function problemOf(outcome: SyncOutcome): Problem | null {
  switch (outcome.kind) {
    case 'done':
    case 'busy':
      return null
    case 'storage-failed':
      return outcome.problem
    case 'stopped':
      return outcome.stop.kind === 'wait' ? { code: 'server.busy' } : outcome.stop.problem
    default:
      return unreachable(outcome)
  }
}
