import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { listFailedJobs, problemOf, retryJob } from '#domain/api/index.ts'
import type { Job, JobKind } from '#domain/sync/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import {
  AskedPart,
  EmptyState,
  Item,
  ItemList,
  LinkButton,
  notify,
  Page,
  useAct,
  useAsked,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import { Parts } from './parts.tsx'

/** /supervision/tareas: what should have happened in another system, did not, and is not tried again by itself. */
export function FailedJobsScreen() {
  const { t } = useLingui()
  const [asked, again] = useAsked(listFailedJobs, {})
  return (
    <Page
      title={t`Failed tasks`}
      subtitle={
        <Trans>
          What an answer should have set off in another system. It was tried for most of a day, or refused for good.
        </Trans>
      }
    >
      <Parts />
      <AskedPart asked={asked} again={again}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <EmptyState title={<Trans>No task has failed.</Trans>} />
          ) : (
            <ItemList label={t`Failed tasks`}>
              {jobs.map((job) => (
                <JobItem key={job.id} job={job} />
              ))}
            </ItemList>
          )
        }
      </AskedPart>
    </Page>
  )
}

function JobItem({ job }: { readonly job: Job }) {
  const { t } = useLingui()
  const { act, busy } = useAct(retryJob)
  const formats = useFormats()
  const textOf = useProblemText()
  const { answer } = job.payload
  const reference = provisionalReference(answer)
  const whyOf = (problem: Problem): string => {
    if (problem.code === 'network.unreachable') return t`The other system could not be reached.`
    return problem.code === 'server.failed' ? t`The other system could not be asked, or failed.` : textOf(problem)
  }
  const names: Readonly<Record<JobKind, string>> = { 'incident.create': t`Create the incident of an answer` }

  async function retry(): Promise<void> {
    const outcome = await act({ id: job.id })
    if (outcome.kind === 'ok') notify({ tone: 'waiting', text: t`It will be tried again within a minute.` })
    else notify({ tone: 'attention', text: textOf(problemOf(outcome)) })
  }
  return (
    <Item
      title={names[job.kind]}
      details={[
        <span key="reference" className="r-code">
          {reference}
        </span>,
        <Plural key="attempts" value={job.attempts} one="# attempt" other="# attempts" />,
        t`Last attempt ${formats.dateTime(job.dueAt)}`,
        job.lastProblem !== undefined && <span key="problem">{whyOf(job.lastProblem)}</span>,
      ].filter((detail) => detail !== false)}
    >
      <LinkButton to="/ver/$id" params={{ id: answer }} variant="default" aria-label={t`See answer ${reference}`}>
        <Trans>See answer</Trans>
      </LinkButton>
      <Button
        loading={busy}
        leftSection={<IconRefresh size={20} aria-hidden="true" />}
        onClick={() => void retry()}
        aria-label={t`Try again the task of ${reference}`}
      >
        <Trans>Try again</Trans>
      </Button>
    </Item>
  )
}
