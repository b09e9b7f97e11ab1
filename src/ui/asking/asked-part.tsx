import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { unreachable, type Problem } from '#domain/kernel/index.ts'
import { Banner, ErrorState, ListSkeleton } from '../page/states.tsx'
import { useProblemText } from '../words/problem-text.ts'
import type { Asked } from './use-asked.ts'

/** What is said where the usual words do not fit. */
export type AskedWords = {
  /** why it is not here without a connection */
  readonly offline?: ReactNode
  /** what stands there now, since it could not be asked again */
  readonly stale?: ReactNode
  /** where to go when the server says no */
  readonly away?: ReactNode
  /** what could not be obtained, where that has words of its own (part 1, point 8) */
  readonly failed?: ReactNode
}

type AskedPartProps<T> = AskedWords & {
  readonly asked: Asked<T>
  readonly again: () => void
  readonly children: (value: T) => ReactNode
}

/** What was asked for, in each of its states. */
export function AskedPart<T>({ asked, again, children, offline, stale, away, failed }: AskedPartProps<T>) {
  switch (asked.kind) {
    case 'loading':
      return <ListSkeleton rows={6} />
    case 'failed':
      return (
        <NotHere
          problem={asked.problem}
          title={asked.refused ? undefined : (failed ?? <NoData />)}
          action={asked.refused && away !== undefined ? away : <Retry again={again} />}
          offline={offline}
        />
      )
    case 'here':
      return (
        <>
          {asked.problem !== null && (
            <StaleNote problem={asked.problem} again={again}>
              {stale}
            </StaleNote>
          )}
          {children(asked.value)}
        </>
      )
    default:
      return unreachable(asked)
  }
}

/** Part 1, point 8: what is said wherever nothing better is known. */
function NoData() {
  return <Trans>There was an error obtaining the data, please reload the page again</Trans>
}

type NotHereProps = {
  readonly problem: Problem
  /** undefined: the problem says it all */
  readonly title: ReactNode
  readonly action: ReactNode
  readonly offline: ReactNode
}

function NotHere({ problem, title, action, offline }: NotHereProps) {
  const textOf = useProblemText()
  if (problem.code !== 'network.unreachable')
    return title === undefined ? (
      <ErrorState title={textOf(problem)} action={action} />
    ) : (
      <ErrorState title={title} action={action}>
        {textOf(problem)}
      </ErrorState>
    )
  return (
    <ErrorState title={<Trans>Internet connection lost</Trans>} action={action}>
      {offline ?? <Trans>This is known to the server only. It is shown as soon as there is a connection.</Trans>}
    </ErrorState>
  )
}

type StaleNoteProps = { readonly problem: Problem; readonly again: () => void; readonly children: ReactNode }

/** Over what is shown: it is as it was, and why it could not be asked again. */
function StaleNote({ problem, again, children }: StaleNoteProps) {
  const textOf = useProblemText()
  return (
    <Banner tone="waiting" action={<Retry again={again} />}>
      {children ?? <Trans>This is how it was a while ago; it could not be asked again.</Trans>} {textOf(problem)}
    </Banner>
  )
}

function Retry({ again }: { readonly again: () => void }) {
  return (
    <Button variant="default" onClick={again}>
      <Trans>Try again</Trans>
    </Button>
  )
}
