import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { ErrorState, NoFormsYet, LinkButton, ListSkeleton, Page, useAccount, useProblemText } from '#ui/index.ts'

export type FormsNotDownloadedProps = { readonly failed: boolean }

/** Shown while this device has not downloaded any forms yet. */
export function FormsNotDownloaded({ failed }: FormsNotDownloadedProps) {
  const { t } = useLingui()
  const { sync } = useAccount()
  return (
    <Page title={t`Form`} width="narrow">
      <NoFormsYet failed={failed} retry={() => sync.sendNow()}>
        <ListSkeleton rows={6} height={96} />
      </NoFormsYet>
    </Page>
  )
}

export type FormCannotOpenProps = { readonly problem: Problem }

/** Says why a form cannot be answered. */
export function FormCannotOpen({ problem }: FormCannotOpenProps) {
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
