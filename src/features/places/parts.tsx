import { useLingui } from '@lingui/react/macro'
import { Parts } from '#ui/index.ts'

/** What an administrator of the installation looks after here. */
export function PlacesParts() {
  const { t } = useLingui()
  return (
    <Parts
      label={t`Installation`}
      parts={[
        { to: '/municipios', name: t`Municipalities` },
        { to: '/paises', name: t`Countries` },
        { to: '/configuracion', name: t`Remote configuration` },
      ]}
    />
  )
}
