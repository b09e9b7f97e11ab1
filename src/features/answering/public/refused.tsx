import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import { loadTemplate } from '#local/index.ts'
import { ErrorState, Page, useAccount, useProblemText } from '#ui/index.ts'
import { StoredTextNotice } from './discard-written.tsx'
import { discardDrafts } from './open-public.ts'
import { buildFormPath } from './public-place.ts'
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

/** Shown if this device has sent the only answer that the form accepts, or if another window sent the draft. */
export function AlreadyAnsweredPage({ answer }: AnswerLinkProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const { template: form, version } = answer
  const template = useLiveQuery(() => loadTemplate(local, form, version), [local, form, version])
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState
        title={<Trans>Form already answered</Trans>}
        action={
          <>
            <AnswerLink answer={answer} />
            {template?.opcionales.singleAnswer === false && (
              <Button component="a" variant="default" href={buildFormPath(form)}>
                <Trans>Send another</Trans>
              </Button>
            )}
          </>
        }
      />
    </Page>
  )
}
