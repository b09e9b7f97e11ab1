import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { ErrorState, LinkButton, Page, useProblemText } from '#ui/index.ts'

type NoAnswerProps = { readonly problem: Problem; readonly again?: () => void }

/** There is no such answer, it is not for this person, or nobody can be asked for it now. */
export function NoAnswer({ problem, again }: NoAnswerProps) {
  const { t } = useLingui()
  return (
    <Page title={t({ message: 'Answer', context: 'noun' })} width="narrow">
      <AnswerNotShown
        problem={problem}
        {...(again !== undefined && { again })}
        away={
          <LinkButton to="/home">
            <Trans>Back to home</Trans>
          </LinkButton>
        }
      />
    </Page>
  )
}

/** The same without a page around it. `away`: where to go when asking again is of no use. */
export function AnswerNotShown({ problem, again, away }: NoAnswerProps & { readonly away?: ReactNode }) {
  const textOf = useProblemText()
  const offline = problem.code === 'network.unreachable'
  return (
    <ErrorState
      title={offline ? <Trans>Internet connection lost</Trans> : textOf(problem)}
      action={
        again !== undefined && offline ? (
          <Button onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        ) : (
          away
        )
      }
    >
      {offline && (
        <Trans>
          This answer is only on the server. What this device saved itself can be read without a connection.
        </Trans>
      )}
    </ErrorState>
  )
}
