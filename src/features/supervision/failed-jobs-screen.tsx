import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { listFailedJobs, problemOf, retryJob } from '#domain/api/index.ts'
import type { Job, JobKind } from '#domain/sync/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
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
import { Parts } from './parts.tsx'

/** /supervision/tareas: what should have happened in another system, did not, and is not tried again by itself. */
export function FailedJobsScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const textOf = useProblemText()
  const [asked, again] = useAsked(listFailedJobs, {})
  const whyOf = (problem: Problem): string => {
    if (problem.code === 'network.unreachable') return t`The other system could not be reached.`
    return problem.code === 'server.failed' ? t`The other system could not be asked, or failed.` : textOf(problem)
  }
  const names: Readonly<Record<JobKind, string>> = { 'incident.create': t`Create the incident of an answer` }
  const columns: readonly Column<Job>[] = [
    { head: t`Task`, cell: ({ kind }) => names[kind] },
    { head: t`Answer`, cell: ({ payload }) => <ToAnswer answer={payload.answer} /> },
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
          What an answer should have set off in another system. It was tried for most of a day, or refused for good.
        </Trans>
      }
      above={<Parts />}
      list={listOf(asked, ({ jobs }) => wholeList(jobs))}
      again={again}
      label={t`Failed tasks`}
      columns={columns}
      keyOf={({ id }) => id}
      empty={<EmptyState title={<Trans>No task has failed.</Trans>} />}
    />
  )
}

function ToAnswer({ answer }: Job['payload']) {
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
  const reference = provisionalReference(job.payload.answer)
  async function retry(): Promise<void> {
    const outcome = await act({ id: job.id })
    if (outcome.kind === 'ok') notify({ tone: 'waiting', text: t`It will be tried again within a minute.` })
    else notify({ tone: 'attention', text: textOf(problemOf(outcome)) })
  }
  return (
    <Button
      variant="subtle"
      loading={busy}
      leftSection={<IconRefresh size={20} aria-hidden="true" />}
      onClick={() => void retry()}
      aria-label={t`Try again the task of ${reference}`}
    >
      <Trans>Try again</Trans>
    </Button>
  )
}
