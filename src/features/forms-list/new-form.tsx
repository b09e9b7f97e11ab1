import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#ui/index.ts'

/** Where a form begins: empty, or with a file. */
export function NewForm() {
  const { t } = useLingui()
  return (
    <>
      <LinkButton
        to="/editar/$id/{-$tipo}"
        params={{ id: 'nuevo', tipo: 'formulario' }}
        leftSection={<IconPlus size={20} aria-hidden="true" />}
      >
        <Trans>New form</Trans>
      </LinkButton>
      <LinkButton
        to="/editar/$id/{-$tipo}"
        params={{ id: 'nuevo', tipo: 'formulario' }}
        search={{ desde: 'archivo' }}
        variant="default"
        leftSection={<IconFileImport size={20} aria-hidden="true" />}
        aria-label={t`Import form`}
      >
        <Trans>Import</Trans>
      </LinkButton>
    </>
  )
}
