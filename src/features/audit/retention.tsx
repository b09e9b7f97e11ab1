import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepAudit } from '#domain/audit/index.ts'
import type { Failure } from '#domain/endpoints/index.ts'
import { AUDIT_DAYS } from '#domain/kernel/index.ts'
import { FormDialog, useEndpointCall, useFailureText } from '#ui/index.ts'

/** Shows and changes how long entries are kept. @param days the current setting */
export function Retention({ days }: { readonly days: number }) {
  const { t } = useLingui()
  const { act, busy } = useEndpointCall(keepAudit)
  const failureText = useFailureText()
  const [typed, setTyped] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const wanted = /^\d{1,6}$/.test(typed ?? '') ? Number(typed) : Number.NaN
  const fits = wanted >= AUDIT_DAYS.least && wanted <= AUDIT_DAYS.most

  function turnTo(next: string | null): void {
    setFailure(null)
    setTyped(next)
  }

  async function keep(): Promise<void> {
    setFailure(null)
    const outcome = await act({ body: { days: wanted } })
    if (outcome.kind === 'ok') return turnTo(null)
    setFailure(outcome)
  }

  return (
    <>
      <Button variant="subtle" onClick={() => turnTo(String(days))}>
        <Plural value={days} one="Entries are kept for # day" other="Entries are kept for # days" />
      </Button>
      <FormDialog
        opened={typed !== null}
        title={t`How long to keep entries`}
        submit={<Trans>Save</Trans>}
        disabled={!fits}
        busy={busy}
        failure={failure === null ? null : failureText(failure)}
        onSubmit={() => void keep()}
        onClose={() => turnTo(null)}
      >
        <TextInput
          label={t`Days`}
          inputMode="numeric"
          value={typed ?? ''}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
          error={typed !== null && !fits && t`Enter a number of days from ${AUDIT_DAYS.least} to ${AUDIT_DAYS.most}.`}
        />
        {fits && wanted < days && (
          <p>
            <Trans>Older entries are deleted within the hour and cannot be recovered.</Trans>
          </p>
        )}
      </FormDialog>
    </>
  )
}
