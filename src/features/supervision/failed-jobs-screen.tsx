import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { buildReference } from '#domain/codes/index.ts'
import { listFailedJobs, retryJob, type Job } from '#domain/jobs/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import type { EmailKind } from '#domain/mail/index.ts'
import {
  EmptyState,
  mapToList,
  ListScreen,
  notify,
  StatusBadge,
  TextLink,
  useEndpointCall,
  useEndpointData,
  useFormats,
  useProblemText,
  toListedPage,
  type Column,
} from '#ui/index.ts'
import { SupervisionTabs } from './parts.tsx'
import { useJobNames } from './use-job-names.ts'
import styles from './supervision.module.css'

/** /supervision/tareas: e-mails and tasks for other systems that failed, including those that are retried. */
export function FailedJobsScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const names = useJobNames()
  const [loadable, retry] = useEndpointData(listFailedJobs, {})
  const formatFailureReason = (problem: Problem): string => {
    if (problem.code === 'network.unreachable') return t`The other system could not be reached.`
    return problem.code === 'server.failed'
      ? t`The other system could not be reached or returned an error.`
      : problemText(problem)
  }
  const letters: Readonly<Record<EmailKind, string>> = {
    'password.forgotten': t`E-mail with a password reset link`,
    invitation: t`E-mail with an invitation`,
    'account.changed': t`E-mail about an account change`,
    'webhook.failed': t`E-mail about a failing webhook`,
    'payment.received': t`E-mail about a paid order`,
    'payment.validated': t`E-mail about an order ready for payment`,
    'payment.lapsed': t`E-mail about an expired order`,
    'payment.too-late': t`E-mail about a late payment`,
    'payment.refunded': t`E-mail about a refund`,
    'payment.disputed': t`E-mail about a disputed payment`,
    tickets: t`E-mail with tickets`,
    'ticket.changed': t`E-mail about a ticket that was blocked, refunded or made valid again`,
    'event.moved': t`E-mail about an event’s new date or place`,
    'event.cancelled': t`E-mail about a cancelled event`,
  }
  const jobName = (job: Job): string => {
    return job.kind === 'mail.send' ? letters[job.payload.letter.letter] : names[job.kind]
  }
  const columns: readonly Column<Job>[] = [
    { head: t`Task`, key: 'task', by: jobName, cell: jobName },
    { head: t`Answer or recipient`, key: 'subject', by: formatJobSubject, cell: (job) => <JobSubject job={job} /> },
    {
      head: t`Status`,
      key: 'status',
      by: ({ state }) => state,
      cell: ({ state }) =>
        state === 'dead' ? (
          <StatusBadge tone="attention">{t({ message: 'Failed', context: 'task' })}</StatusBadge>
        ) : (
          <StatusBadge tone="waiting">{t({ message: 'Retrying', context: 'task' })}</StatusBadge>
        ),
    },
    {
      head: t`Reason`,
      key: 'reason',
      cell: ({ lastProblem }) => lastProblem !== undefined && formatFailureReason(lastProblem),
    },
    {
      head: t`Attempts`,
      key: 'attempts',
      by: ({ attempts }) => attempts,
      cell: ({ attempts, dueAt, state }) => (
        <>
          <Plural value={attempts} one="# attempt" other="# attempts" /> ·{' '}
          <span className={styles['moment']}>
            {state === 'dead'
              ? t`Last attempt: ${formats.dateTime(dueAt)}`
              : t`Next attempt: ${formats.dateTime(dueAt)}`}
          </span>
        </>
      ),
    },
    { head: t`Actions`, key: 'actions', card: 'actions', cell: (job) => job.state === 'dead' && <Retry job={job} /> },
  ]
  return (
    <ListScreen
      title={t`Failed tasks`}
      subtitle={
        <Trans>
          E-mails that could not be sent and failed tasks in other systems. E-mails and tasks that were rejected, or
          that have failed for almost a day, are not retried automatically.
        </Trans>
      }
      above={<SupervisionTabs />}
      list={mapToList(loadable, ({ jobs }) => toListedPage(jobs))}
      retry={retry}
      label={t`Failed tasks`}
      name="tasks"
      columns={columns}
      keyOf={({ id }) => id}
      empty={<EmptyState title={<Trans>There are no failed tasks.</Trans>} />}
    />
  )
}

/** A short text that identifies the subject of a task. */
function formatJobSubject(job: Job): string {
  const { payload, municipality } = job
  if ('answer' in payload) return buildReference(payload.answer)
  if ('to' in payload) return payload.to.address
  return getLastPathPart('area' in payload ? payload.area : municipality)
}

function getLastPathPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function JobSubject({ job }: { readonly job: Job }) {
  return 'answer' in job.payload ? <ToAnswer answer={job.payload.answer} /> : formatJobSubject(job)
}

function ToAnswer({ answer }: { readonly answer: AnswerId }) {
  const { t } = useLingui()
  const reference = buildReference(answer)
  return (
    <TextLink
      data-opens
      to="/ver/$id"
      params={{ id: answer }}
      className="r-code"
      aria-label={t`See answer ${reference}`}
    >
      {reference}
    </TextLink>
  )
}

function Retry({ job }: { readonly job: Job }) {
  const { t } = useLingui()
  const { act, busy } = useEndpointCall(retryJob)
  const problemText = useProblemText()
  const subject = formatJobSubject(job)
  async function retry(): Promise<void> {
    const outcome = await act({ id: job.id })
    if (outcome.kind === 'ok') notify({ tone: 'waiting', text: t`It will be retried within a minute.` })
    else notify({ tone: 'attention', text: problemText(toProblem(outcome)) })
  }
  return (
    <Button
      variant="subtle"
      loading={busy}
      leftSection={<IconRefresh size={20} aria-hidden="true" />}
      onClick={() => void retry()}
      aria-label={t`Retry the task for ${subject}`}
    >
      <Trans>Try again</Trans>
    </Button>
  )
}
