import { useLingui } from '@lingui/react/macro'
import { actorOfProfile, mayEnter, right, type AccessRule } from '#domain/access/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import type { Profile } from '#domain/sync/index.ts'

type Entry = {
  readonly to: string
  readonly name: string
  readonly access: AccessRule
  /** whether the entry is a list, which has a tab next to the tabs of other lists */
  readonly isList?: true
}

/** The administration entries that the user may open, in order (part 1, point 2). */
export function useAdministration(profile: Profile): readonly Entry[] {
  const { t } = useLingui()
  const ownMunicipality = [profile.municipality, ...(profile.municipalities ?? [])]
  const entries: readonly Entry[] = [
    { to: '/estadisticas', name: t`Statistics`, access: right('read', 'estadistica_formulario') },
    { to: '/pagos', name: t`Payment orders`, access: right('read', 'pago') },
    { to: '/usuarios', name: t`Users`, access: right('manage', 'usuario_municipio'), isList: true },
    { to: '/areas', name: t`Areas`, access: right('manage', 'usuario_municipio'), isList: true },
    { to: '/municipios', name: t`Municipalities`, access: right('manage', 'usuario'), isList: true },
    { to: '/paises', name: t`Countries`, access: right('manage', 'usuario'), isList: true },
    { to: '/configuracion', name: t`Remote configuration`, access: right('manage', 'usuario'), isList: true },
    ...ownMunicipality.map(({ path, nombre = path.slice(path.lastIndexOf('/') + 1) }) => ({
      to: `/municipios/${encodePlaceId(path)}`,
      name: t`Settings of ${nombre}`,
      access: right('manage', 'usuario_municipio'),
    })),
    { to: '/auditoria', name: t`Audit log`, access: right('manage', 'usuario_municipio'), isList: true },
    { to: '/primeros-pasos', name: t`First steps`, access: right('manage', 'usuario') },
    {
      to: '/solicitudes',
      name: t`Account requests`,
      access: right('manage', 'solicitud-usuario'),
      isList: true,
    },
  ]
  return entries.filter(({ access }) => mayEnter(access, actorOfProfile(profile)))
}
