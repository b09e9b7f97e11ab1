import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { ErrorState, LinkButton, Page, useProblemText } from '#ui/index.ts'

/** There is no such answer, it is not for this person, or nobody can be asked for it now. */
export function NoAnswer({ problem, again }: { readonly problem: Problem; readonly again?: () => void }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const offline = problem.code === 'network.unreachable'
  return (
    <Page title={t({ message: 'Answer', context: 'noun' })} width="narrow">
      <ErrorState
        title={offline ? <Trans>Internet connection lost</Trans> : textOf(problem)}
        action={
          again !== undefined && offline ? (
            <Button onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <LinkButton to="/home">
              <Trans>Back to home</Trans>
            </LinkButton>
          )
        }
      >
        {offline && <Trans>This answer is only on the server. What this device saved itself can be read without a connection.</Trans>}
      </ErrorState>
    </Page>
  )
}
