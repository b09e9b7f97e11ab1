import { IconArrowLeft } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorState, LinkButton, Page, useProblemText } from '#ui/index.ts'

/** Shown if the URL's form is unknown or this account may not see it. */
export function FormNotFound() {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Page title={t`Answers`} back={<BackToForms />}>
      <ErrorState title={problemText({ code: 'template.missing' })} />
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
