import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { ErrorState, FirstForms, LinkButton, ListSkeleton, Page, useAccount, useProblemText } from '#ui/index.ts'

export type NotHereYetProps = { readonly failed: boolean }

/** Shown while this device has not downloaded any forms yet. */
export function NotHereYet({ failed }: NotHereYetProps) {
  const { t } = useLingui()
  const { sync } = useAccount()
  return (
    <Page title={t`Form`} width="narrow">
      <FirstForms failed={failed} retry={() => sync.sendNow()}>
        <ListSkeleton rows={6} height={96} />
      </FirstForms>
    </Page>
  )
}

export type CannotOpenProps = { readonly problem: Problem }

/** Says why a form cannot be answered. */
export function CannotOpen({ problem }: CannotOpenProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState
        title={problemText(problem)}
        action={
          <LinkButton to="/listar">
            <Trans>Back to the forms</Trans>
          </LinkButton>
        }
      >
        {problem.code === 'template.missing' ? (
          <Trans>It may have been deleted, or you may not have access to it.</Trans>
        ) : undefined}
      </ErrorState>
    </Page>
  )
}
