import { IconArrowLeft } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorState, LinkButton, Page, useProblemText } from '#ui/index.ts'

/** The address names no form, or none that this account may see. */
export function NoForm() {
  const { t } = useLingui()
  const textOf = useProblemText()
  return (
    <Page title={t`Answers`} back={<BackToForms />}>
      <ErrorState title={textOf({ code: 'template.missing' })} />
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
