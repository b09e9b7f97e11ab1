import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { verifyAudit } from '#domain/audit/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { Banner, useEndpointCall, useProblemText } from '#ui/index.ts'

/** `checked` is the number of entries checked so far, `end` the result. */
type ChainVerification =
  | { readonly checked: number; readonly end: 'underway' | 'whole' }
  | { readonly checked: number; readonly end: 'broken'; readonly number: number }
  | { readonly checked: number; readonly end: 'failed'; readonly problem: Problem }

/** Verifies the log's hash chain in batches, and reports whether every entry is unchanged. */
export function AuditChainCheck() {
  const { t } = useLingui()
  const { act, busy } = useEndpointCall(verifyAudit)
  const problemText = useProblemText()
  const [verified, setVerified] = useState<ChainVerification | null>(null)

  async function verify(): Promise<void> {
    let [checked, from] = [0, {}]
    for (;;) {
      setVerified({ checked, end: 'underway' })
      const outcome = await act(from)
      if (outcome.kind !== 'ok') return setVerified({ checked, end: 'failed', problem: toProblem(outcome) })
      const { number, hash, complete, broken } = outcome.value
      checked += outcome.value.checked
      if (broken !== null) return setVerified({ checked, end: 'broken', number: Number(broken) })
      if (complete) return setVerified({ checked, end: 'whole' })
      from = { after: number, hash }
    }
  }

  return (
    <>
      <Button
        variant="default"
        loading={busy || verified?.end === 'underway'}
        leftSection={<IconShieldCheck size={20} aria-hidden="true" />}
        onClick={() => void verify()}
      >
        <Trans>Verify the log</Trans>
      </Button>
      <div role="status">
        {verified?.end === 'whole' && (
          <Banner tone="received">
            <Plural
              value={verified.checked}
              one="The log is intact. # entry verified."
              other="The log is intact. # entries verified."
            />
          </Banner>
        )}
        {verified?.end === 'broken' && (
          <Banner tone="attention">
            {t`Entry ${verified.number} is missing, was changed or does not follow the previous entry. The data was changed outside Relevo.`}
          </Banner>
        )}
        {verified?.end === 'failed' && <Banner tone="attention">{problemText(verified.problem)}</Banner>}
      </div>
    </>
  )
}
