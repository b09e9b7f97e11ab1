import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import { ErrorState, Page, useAccount, useProblemText } from '#ui/index.ts'
import { StoredTextNotice } from './discard-written.tsx'
import { discardDrafts } from './open-public.ts'
import { AnswerLink, type AnswerLinkProps } from './to-answer.tsx'

export type FormUnavailableProps = {
  readonly problem: Problem
  readonly drafts: readonly AnswerId[]
  readonly onAgain: () => void
}

/** Shown if the form is closed or does not exist. Unsent text stays on this device until the user discards it. */
export function FormUnavailable({ problem, drafts, onAgain }: FormUnavailableProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const problemText = useProblemText()
  const discard = async (): Promise<void> => {
    await discardDrafts(local, drafts)
    onAgain()
  }
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState
        title={problemText(problem)}
        action={
          <a href="/publico/formularios">
            <Trans>Forms you can answer online</Trans>
          </a>
        }
      >
        <Trans>Ask the municipality that gave you this link.</Trans>
      </ErrorState>
      {drafts.length > 0 && (
        <StoredTextNotice onDiscard={discard}>
          <Trans>What you wrote before is still on this device. It was not sent.</Trans>
        </StoredTextNotice>
      )}
    </Page>
  )
}

/** Shown if the form accepts one answer per person and this device has already sent one. */
export function AlreadyAnsweredPage({ answer }: AnswerLinkProps) {
  const { t } = useLingui()
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState title={<Trans>Form already answered</Trans>} action={<AnswerLink answer={answer} />} />
    </Page>
  )
}
