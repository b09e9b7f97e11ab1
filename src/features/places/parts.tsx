import { useLingui } from '@lingui/react/macro'
import { AdministrationParts, Parts } from '#ui/index.ts'

/** What an installation's administrator looks after, under the administration's lists, which lead here and away. */
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
