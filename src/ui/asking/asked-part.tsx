import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { unreachable, type Problem } from '#domain/kernel/index.ts'
import { Banner, ErrorState, ListSkeleton } from '../page/states.tsx'
import { useProblemText } from '../words/problem-text.ts'
import type { Asked } from './use-asked.ts'

/** What was asked for, in each of its states, on a screen that knows nothing without the server. */
export function AskedPart<T>({
  asked,
  again,
  children,
}: {
  readonly asked: Asked<T>
  readonly again: () => void
  readonly children: (value: T) => ReactNode
}) {
  switch (asked.kind) {
    case 'loading':
      return <ListSkeleton />
    case 'failed':
      return <NotHere problem={asked.problem} again={again} />
    case 'here':
      return (
        <>
          {asked.problem !== null && <StaleNote problem={asked.problem} again={again} />}
          {children(asked.value)}
        </>
      )
    default:
      return unreachable(asked)
  }
}

type FailureProps = { readonly problem: Problem; readonly again: () => void }

function NotHere({ problem, again }: FailureProps) {
  const textOf = useProblemText()
  const offline = problem.code === 'network.unreachable'
  return (
    <ErrorState
      title={offline ? <Trans>Internet connection lost</Trans> : textOf(problem)}
      action={<Retry again={again} />}
    >
      {offline && <Trans>This is known to the server only. It is shown as soon as there is a connection.</Trans>}
    </ErrorState>
  )
}

/** Over what is shown: it is as it was, and why it could not be asked again. */
export function StaleNote({ problem, again }: FailureProps) {
  const textOf = useProblemText()
  return (
    <Banner tone="waiting" action={<Retry again={again} />}>
      <Trans>This is how it was a while ago; it could not be asked again.</Trans> {textOf(problem)}
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
