import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { closeDay, type ClosingReport } from '#domain/payments/index.ts'
import { Banner, FormDialog, notify, useEndpointCall, useFailureText } from '#ui/index.ts'
import { formatDay } from './closing-tables.tsx'

type CloseDialogProps = {
  readonly report: ClosingReport
  readonly municipality: string
  readonly day: string
  readonly onClosed: (day: string) => void
  readonly onClose: () => void
}

/** Closes the days up to a day, after saying what the closing covers. */
export function CloseDialog({ day, report: { firstOpen, today }, municipality, onClosed, onClose }: CloseDialogProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(closeDay)
  const [failure, setFailure] = useState<string | null>(null)
  const date = formatDay(day)

  async function close(): Promise<void> {
    setFailure(null)
    const outcome = await act({ body: { municipality, day } })
    if (outcome.kind === 'ok') {
      notify({ tone: 'received', text: t`${date} is closed as number ${outcome.value.number}.` })
      onClose()
      return onClosed(day)
    }
    setFailure(failureText(outcome))
  }

  return (
    <FormDialog
      title={t`Close ${date}`}
      submit={<Trans>Close {date}</Trans>}
      danger
      busy={busy}
      failure={failure}
      onSubmit={() => void close()}
      onClose={onClose}
    >
      <p>
        <Trans>
          The closing gets the next number and cannot be changed or reopened. Money for this day that arrives later is
          counted in the first day that is still open.
        </Trans>
      </p>
      {firstOpen === undefined && (
        <p>
          <Trans>This is the first closing. It also covers all payments and refunds of earlier days.</Trans>
        </p>
      )}
      {firstOpen !== undefined && firstOpen < day && (
        <p>
          <Trans>
            The closing covers the days from {formatDay(firstOpen)} to {date}.
          </Trans>
        </p>
      )}
      {day === today && (
        <Banner tone="waiting">
          <Trans>This day has not ended. Payments that arrive later today will be counted in the next day.</Trans>
        </Banner>
      )}
    </FormDialog>
  )
}
