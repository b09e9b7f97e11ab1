import { useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { findLastRequestDate, computeRequestStatus } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { FormDialog } from '#ui/index.ts'
import { useAnswerChange } from '../actions/use-change.ts'

type EndRequestProps = {
  /** with pending changes applied */
  readonly answer: Answer
  readonly stored: Answer
}

/** Approves the citizen's revision, or withdraws the request if no revision was sent yet. */
export function EndRequestButton({ answer, stored }: EndRequestProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const [comment, setComment] = useState('')
  const status = computeRequestStatus(answer)
  const revised = status === 'correct'
  const { make, busy } = useAnswerChange(stored, {
    done: revised ? t`The correction was approved` : t`The correction request was closed`,
    failed: t`The request could not be changed`,
  })
  if (status === 'approved') return null
  async function end(): Promise<void> {
    setAsking(false)
    const requests = answer.requestsForChanges.length
    // A request that is still pending on this device has no date from the server.
    const instant = requests === stored.requestsForChanges.length ? findLastRequestDate(stored) : undefined
    await make({
      kind: 'answer.requestChanges',
      comment: comment.trim(),
      answers: [],
      images: [],
      documents: [],
      sections: [],
      notes: [],
      ends: { requests, revised, ...(instant === undefined ? {} : { at: instant }) },
    })
  }
  const Icon = revised ? IconCheck : IconX
  return (
    <>
      <Button
        variant={revised ? 'filled' : 'subtle'}
        loading={busy}
        leftSection={<Icon size={20} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {revised ? <Trans>Approve the correction</Trans> : <Trans>Close request</Trans>}
      </Button>
      {asking && (
        <FormDialog
          title={revised ? t`Approve the citizen’s correction?` : t`Close the correction request?`}
          submit={revised ? <Trans>Approve</Trans> : <Trans>Close request</Trans>}
          onSubmit={() => void end()}
          onClose={() => setAsking(false)}
        >
          <p>
            {revised ? (
              <Trans>This closes the correction request. You can make another one at any time.</Trans>
            ) : (
              <Trans>
                The citizen will no longer be able to change the answer. A message already sent cannot be recalled.
              </Trans>
            )}
          </p>
          <Textarea
            label={t`Note for the history`}
            rows={2}
            maxLength={2000}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </>
  )
}
