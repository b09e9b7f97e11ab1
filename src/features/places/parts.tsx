import { useLingui } from '@lingui/react/macro'
import { AdministrationParts, PartLinks } from '#ui/index.ts'

/** Navigation between the lists of an installation's administrator. */
export function PlacesParts() {
  const { t } = useLingui()
  return (
    <>
      <AdministrationParts />
      <PartLinks
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
