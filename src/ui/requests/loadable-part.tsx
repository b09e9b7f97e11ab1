import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { unreachable, type Problem } from '#domain/kernel/index.ts'
import { Banner, ErrorState, ListSkeleton } from '../page/states.tsx'
import { useOnline } from '../page/use-online.ts'
import { useProblemText } from '../language/problem-text.ts'
import type { Loadable } from './use-endpoint-data.ts'

/** Texts that replace the default texts. */
export type LoadableTexts = {
  /** explanation when offline */
  readonly offline?: ReactNode
  /** note on saved data that could not be refreshed */
  readonly stale?: ReactNode
  /** shown instead of the retry button when the server refuses */
  readonly away?: ReactNode
  /** text if loading failed, for screens with their own text in the specification (part 1, point 8) */
  readonly failed?: ReactNode
}

type LoadablePartProps<T> = LoadableTexts & {
  readonly loadable: Loadable<T>
  readonly retry: () => void
  readonly children: (value: T) => ReactNode
}

/** Shows requested data, or why there is none. */
export function LoadablePart<T>({ loadable, retry, children, offline, stale, away, failed }: LoadablePartProps<T>) {
  switch (loadable.kind) {
    case 'loading':
      return <ListSkeleton rows={6} />
    case 'failed':
      return (
        <LoadFailure
          problem={loadable.problem}
          title={loadable.refused ? undefined : (failed ?? <NoData />)}
          action={loadable.refused && away !== undefined ? away : <Retry retry={retry} />}
          offline={offline}
        />
      )
    case 'here':
      return (
        <>
          {loadable.problem !== null && (
            <StaleNote problem={loadable.problem} retry={retry}>
              {stale}
            </StaleNote>
          )}
          {children(loadable.value)}
        </>
      )
    default:
      return unreachable(loadable)
  }
}

/** Default error text (part 1, point 8). */
function NoData() {
  return <Trans>The data could not be loaded. Reload the page.</Trans>
}

type NotHereProps = {
  readonly problem: Problem
  /** title; undefined if the problem's text is sufficient */
  readonly title: ReactNode
  readonly action: ReactNode
  readonly offline: ReactNode
}

function LoadFailure({ problem, title, action, offline }: NotHereProps) {
  const problemText = useProblemText()
  const online = useOnline()
  if (problem.code !== 'network.unreachable')
    return title === undefined ? (
      <ErrorState title={problemText(problem)} action={action} />
    ) : (
      <ErrorState title={title} action={action}>
        {problemText(problem)}
      </ErrorState>
    )
  if (online) return <ErrorState title={<Trans>Cannot reach the server</Trans>} action={action} />
  return (
    <ErrorState title={<Trans>Internet connection lost</Trans>} action={action}>
      {offline ?? <Trans>Connect to the internet to see this.</Trans>}
    </ErrorState>
  )
}

type StaleNoteProps = { readonly problem: Problem; readonly retry: () => void; readonly children: ReactNode }

/** Note above saved data, with the reason that it could not be refreshed. */
function StaleNote({ problem, retry, children }: StaleNoteProps) {
  const problemText = useProblemText()
  return (
    <Banner tone="waiting" action={<Retry retry={retry} />}>
      {children ?? <Trans>Showing saved data. Could not refresh.</Trans>} {problemText(problem)}
    </Banner>
  )
}

function Retry({ retry }: { readonly retry: () => void }) {
  return (
    <Button variant="default" onClick={retry}>
      <Trans>Try again</Trans>
    </Button>
  )
}
