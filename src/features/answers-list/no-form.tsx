import { IconArrowLeft } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorState, LinkButton, Page, useProblemText } from '#ui/index.ts'

/** Shown if the URL's form is unknown or this account may not see it. */
export function FormNotFound() {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Page title={t`Answers`} back={<BackToForms />}>
      <ErrorState
        title={problemText({ code: 'template.missing' })}
        action={
          <LinkButton to="/listar" variant="default">
            <Trans>Back to the forms</Trans>
          </LinkButton>
        }
      >
        <Trans>It may have been deleted, or you may not have access to it.</Trans>
      </ErrorState>
    </Page>
  )
}

export function BackToForms() {
  return (
    <LinkButton to="/listar" variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden="true" />}>
      <Trans>Back</Trans>
    </LinkButton>
  )
}
