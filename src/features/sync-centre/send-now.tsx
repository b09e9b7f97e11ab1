import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { unreachable, type Problem } from '#domain/kernel/index.ts'
import type { SyncOutcome } from '#sync/index.ts'
import { notify, useAccount, useProblemText } from '#ui/index.ts'

/** A person's "send now": the back-off does not count. Says what came of it; what is left stays in the lists below. */
export function SendNow({ waiting }: { readonly waiting: number }) {
  const { t } = useLingui()
  const { sync } = useAccount()
  const textOf = useProblemText()
  const [busy, setBusy] = useState(false)

  async function send(): Promise<void> {
    setBusy(true)
    try {
      const problem = problemOf(await sync.sendNow())
      if (problem === null) notify({ tone: 'received', text: t`Synchronised` })
      else notify({ tone: 'attention', text: textOf(problem) })
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
