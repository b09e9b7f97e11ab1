import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { listFailedJobs, retryJob, type Job } from '#domain/jobs/index.ts'
import { problemOf } from '#domain/endpoints/index.ts'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import type { LetterKind } from '#domain/mail/index.ts'
import {
  EmptyState,
  listOf,
  ListScreen,
  notify,
  TextLink,
  useAct,
  useAsked,
  useFormats,
  useProblemText,
  wholeList,
  type Column,
} from '#ui/index.ts'
import { SupervisionParts } from './parts.tsx'
import { useJobNames } from './use-job-names.ts'

/** /supervision/tareas: tasks in other systems that failed and will not be retried. */
export function FailedJobsScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const textOf = useProblemText()
  const names = useJobNames()
  const [asked, again] = useAsked(listFailedJobs, {})
  const whyOf = (problem: Problem): string => {
    if (problem.code === 'network.unreachable') return t`The other system could not be reached.`
    return problem.code === 'server.failed' ? t`The other system could not be asked, or failed.` : textOf(problem)
  }
  const letters: Readonly<Record<LetterKind, string>> = {
    'password.forgotten': t`Mail with a link for a new password`,
    invitation: t`Mail with an invitation`,
    'account.changed': t`Mail about a changed account`,
    'webhook.failed': t`Mail about a webhook that fails`,
    'payment.received': t`Mail about a payment that has come`,
    'payment.validated': t`Mail about an order that can be paid`,
    'payment.lapsed': t`Mail about an order whose time is over`,
    'payment.too-late': t`Mail about a payment that came too late`,
    'payment.refunded': t`Mail about money that went back`,
    'payment.disputed': t`Mail about a disputed payment`,
    tickets: t`Mail with tickets`,
    'event.moved': t`Mail about an event’s new date or place`,
  }
  const nameOf = (job: Job): string => {
    return job.kind === 'mail.send' ? letters[job.payload.letter.letter] : names[job.kind]
  }
  const columns: readonly Column<Job>[] = [
    { head: t`Task`, cell: nameOf },
    { head: t`Answer or recipient`, cell: (job) => <About job={job} /> },
    { head: t`Reason`, cell: ({ lastProblem }) => lastProblem !== undefined && whyOf(lastProblem) },
    {
      head: t`Attempts`,
      cell: ({ attempts, dueAt }) => (
        <>
          <Plural value={attempts} one="# attempt" other="# attempts" /> · {t`Last attempt ${formats.dateTime(dueAt)}`}
        </>
      ),
    },
    { head: t`Actions`, card: 'actions', cell: (job) => <Retry job={job} /> },
  ]
  return (
    <ListScreen
      title={t`Failed tasks`}
      subtitle={
        <Trans>
          What should have happened outside: in another system, or as a mail. It was tried for most of a day, or refused
          for good.
        </Trans>
      }
      above={<SupervisionParts />}
      list={listOf(asked, ({ jobs }) => wholeList(jobs))}
      again={again}
      label={t`Failed tasks`}
      columns={columns}
      keyOf={({ id }) => id}
      empty={<EmptyState title={<Trans>No task has failed.</Trans>} />}
    />
  )
}

/** Short description of a task's subject. */
function subjectOf(job: Job): string {
  const { payload, municipality } = job
  if ('answer' in payload) return provisionalReference(payload.answer)
  if ('to' in payload) return payload.to.address
  return lastOf('area' in payload ? payload.area : municipality)
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function About({ job }: { readonly job: Job }) {
  return 'answer' in job.payload ? <ToAnswer answer={job.payload.answer} /> : subjectOf(job)
}

function ToAnswer({ answer }: { readonly answer: AnswerId }) {
  const { t } = useLingui()
  const reference = provisionalReference(answer)
  return (
    <TextLink to="/ver/$id" params={{ id: answer }} className="r-code" aria-label={t`See answer ${reference}`}>
      {reference}
    </TextLink>
  )
}

function Retry({ job }: { readonly job: Job }) {
  const { t } = useLingui()
  const { act, busy } = useAct(retryJob)
  const textOf = useProblemText()
  const subject = subjectOf(job)
  async function retry(): Promise<void> {
    const outcome = await act({ id: job.id })
    if (outcome.kind === 'ok') notify({ tone: 'waiting', text: t`It will be retried within a minute.` })
    else notify({ tone: 'attention', text: textOf(problemOf(outcome)) })
  }
  return (
    <Button
      variant="subtle"
      loading={busy}
      leftSection={<IconRefresh size={20} aria-hidden="true" />}
      onClick={() => void retry()}
      aria-label={t`Try again the task of ${subject}`}
    >
      <Trans>Try again</Trans>
    </Button>
  )
}
