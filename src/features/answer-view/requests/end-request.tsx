import { useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { requestDateOf, requestStatusOf } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { FormDialog } from '#ui/index.ts'
import { useChange } from '../acts/use-change.ts'

type EndRequestProps = {
  /** with pending changes applied */
  readonly answer: Answer
  readonly stored: Answer
}

/** Approves a citizen's revision; before one was sent, withdraws the request. */
export function EndRequest({ answer, stored }: EndRequestProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const [comment, setComment] = useState('')
  const status = requestStatusOf(answer)
  const revised = status === 'correct'
  const { make, busy } = useChange(stored, {
    done: revised ? t`The revision was approved` : t`Nothing is asked of the citizen any more`,
    failed: t`An error occurred, please try again`,
  })
  if (status === 'approved') return null
  async function end(): Promise<void> {
    setAsking(false)
    const requests = answer.requestsForChanges.length
    // A request that waits on this device has no date of the server yet.
    const at = requests === stored.requestsForChanges.length ? requestDateOf(stored) : undefined
    await make({
      kind: 'answer.requestChanges',
      comment: comment.trim(),
      answers: [],
      images: [],
      documents: [],
      sections: [],
      notes: [],
      ends: { requests, revised, ...(at === undefined ? {} : { at }) },
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
        {revised ? <Trans>Approve the revision</Trans> : <Trans>End the request</Trans>}
      </Button>
      {asking && (
        <FormDialog
          title={revised ? t`Approve what the citizen has revised?` : t`End what was asked of the citizen?`}
          submit={revised ? <Trans>Approve</Trans> : <Trans>End the request</Trans>}
          onSubmit={() => void end()}
          onClose={() => setAsking(false)}
        >
          <p>
            {revised ? (
              <Trans>Nothing more is asked then. You can ask again at any time.</Trans>
            ) : (
              <Trans>The citizen can change nothing any more. A message that was sent stays with them.</Trans>
            )}
          </p>
          <Textarea
            label={t`Note for the record`}
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
