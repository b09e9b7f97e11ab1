import { useLingui } from '@lingui/react/macro'
import { AdministrationParts, Parts } from '#ui/index.ts'

/** What an administrator of the installation looks after here, under the lists of the administration, which lead here and away again. */
export function PlacesParts() {
  const { t } = useLingui()
  return (
    <>
      <AdministrationParts />
      <Parts
        label={t`Installation`}
        parts={[
          { to: '/municipios', name: t`Municipalities` },
          { to: '/paises', name: t`Countries` },
          { to: '/configuracion', name: t`Remote configuration` },
        ]}
      />
    </>
  )
}
