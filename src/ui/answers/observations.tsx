import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { findOpenRequest, formatRequestMessage, computeRequestStatus } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { StatusBadge } from '../status/status-badge.tsx'
import { useFormats } from '../language/format.ts'
import styles from './observations.module.css'

type RequestBadgeProps = {
  readonly answer: Pick<Answer, 'requestsForChanges'>
  /** reader of the badge; colour and text depend on whether this reader has to act */
  readonly to?: 'staff' | 'citizen'
}

/**
 * The status of a request for changes, worded for staff or for the citizen. Renders nothing for answers without a
 * request.
 */
export function RequestBadge({ answer, to = 'staff' }: RequestBadgeProps) {
  if (answer.requestsForChanges.length === 0) return null
  return to === 'citizen' ? <CitizenBadge answer={answer} /> : <StaffBadge answer={answer} />
}

function CitizenBadge({ answer }: Pick<RequestBadgeProps, 'answer'>) {
  switch (computeRequestStatus(answer)) {
    case 'review':
      return (
        <StatusBadge tone="attention">
          <Trans context="citizen" comment="the citizen has been asked to correct an answer">
            To correct
          </Trans>
        </StatusBadge>
      )
    case 'correct':
      return (
        <StatusBadge tone="waiting">
          <Trans context="citizen" comment="the municipality checks what the citizen sent">
            Under review
          </Trans>
        </StatusBadge>
      )
    case 'approved':
      return (
        <StatusBadge tone="received">
          <Trans context="citizen" comment="the request for changes has ended">
            Closed
          </Trans>
        </StatusBadge>
      )
  }
}

function StaffBadge({ answer }: Pick<RequestBadgeProps, 'answer'>) {
  switch (computeRequestStatus(answer)) {
    case 'review':
      return (
        <StatusBadge tone="waiting">
          <Trans comment="status of a request for changes: the citizen has been asked">In review</Trans>
        </StatusBadge>
      )
    case 'correct':
      return (
        <StatusBadge tone="attention">
          <Trans comment="status of a request for changes: the citizen has answered it, and staff have not approved that yet">
            To correct
          </Trans>
        </StatusBadge>
      )
    case 'approved':
      return (
        <StatusBadge tone="received">
          <Trans comment="status of a request for changes: nothing is asked any more">Approved</Trans>
        </StatusBadge>
      )
  }
}

/** The observations sent to the citizen, while they are open. */
export function Observations({ answer }: { readonly answer: Answer }) {
  const { t } = useLingui()
  const formats = useFormats()
  const [opened, setOpened] = useState(false)
  const request = findOpenRequest(answer)
  if (request === undefined) return null
  const { email, username } = request.madeBy
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessageReport size={20} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        <Trans>View observations</Trans>
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t`Observations`}>
        <p className={`r-soft ${styles['by']}`}>
          {[formats.dateTime(request.sentDateTime), email === '' ? username : email]
            .filter((item) => item !== '')
            .join(' · ')}
        </p>
        <p className="r-breaks r-lines">{formatRequestMessage(answer, request)}</p>
      </Dialog>
    </>
  )
}
