import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { retryJob } from '#domain/jobs/index.ts'
import { readIncident, type IncidentStatus } from '#domain/answers/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { Banner, notify, useEndpointCall, useEndpointData, useProblemText } from '#ui/index.ts'
import type { ShownAnswer } from './use-answer.ts'

/**
 * Explains why an answer has no incident yet (it is being created, or the management system has refused it or could not
 * be reached). Offers to retry, or says who can.
 */
export function IncidentNote({ shownAnswer: { answer, isUnsent } }: { readonly shownAnswer: ShownAnswer }) {
  const isDue = answer.opcionales.incidentes && answer.muniCore?.idIncidente === undefined && !isUnsent
  return isDue ? <DueIncident id={answer.id} /> : null
}

function DueIncident({ id }: { readonly id: AnswerId }) {
  const [loadable] = useEndpointData(readIncident, { id })
  if (loadable.kind !== 'here') return null
  switch (loadable.value.state) {
    case 'none':
      return null
    case 'waiting':
      return (
        <Banner tone="waiting">
          <Trans>The incident is being created in MuniGestion.</Trans>
        </Banner>
      )
    case 'failed':
      return <FailedIncident stand={loadable.value} />
  }
}

function FailedIncident({ stand: { task, problem, mayRetry } }: { readonly stand: IncidentStatus }) {
  const { t } = useLingui()
  const { act, busy } = useEndpointCall(retryJob)
  const problemText = useProblemText()
  async function retry(id: string): Promise<void> {
    const outcome = await act({ id })
    if (outcome.kind === 'ok') notify({ tone: 'waiting', text: t`It will be retried within a minute.` })
    else notify({ tone: 'attention', text: problemText(toProblem(outcome)) })
  }
  return (
    <div role="alert">
      <Banner
        tone="attention"
        action={
          mayRetry &&
          task !== undefined && (
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconRefresh size={20} aria-hidden="true" />}
              onClick={() => void retry(task)}
            >
              <Trans>Try again</Trans>
            </Button>
          )
        }
      >
        <strong>
          <Trans>Error while creating incident.</Trans>
        </strong>{' '}
        {problem?.code === 'incident.failed' ? (
          <Trans>MuniGestion rejected the incident. Check the user, area and type in the form settings.</Trans>
        ) : (
          <Trans>MuniGestion could not be reached for almost a day.</Trans>
        )}{' '}
        {!mayRetry && <Trans>An administrator of the municipality can retry it.</Trans>}
      </Banner>
    </div>
  )
}
