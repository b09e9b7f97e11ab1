import { useLingui } from '@lingui/react/macro'
import { actorOfProfile, meetsAccessRule, requireRight, type AccessRule } from '#domain/access/index.ts'
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
export function useAdministrationEntries(profile: Profile): readonly Entry[] {
  const { t } = useLingui()
  const ownMunicipality = [profile.municipality, ...(profile.municipalities ?? [])]
  const entries: readonly Entry[] = [
    { to: '/estadisticas', name: t`Statistics`, access: requireRight('read', 'estadistica_formulario') },
    { to: '/pagos', name: t`Payment orders`, access: requireRight('read', 'pago') },
    { to: '/usuarios', name: t`Users`, access: requireRight('manage', 'usuario_municipio'), isList: true },
    { to: '/areas', name: t`Areas`, access: requireRight('manage', 'usuario_municipio'), isList: true },
    { to: '/municipios', name: t`Municipalities`, access: requireRight('manage', 'usuario'), isList: true },
    { to: '/paises', name: t`Countries`, access: requireRight('manage', 'usuario'), isList: true },
    { to: '/configuracion', name: t`Installation settings`, access: requireRight('manage', 'usuario'), isList: true },
    ...ownMunicipality.map(({ path, nombre = path.slice(path.lastIndexOf('/') + 1) }) => ({
      to: `/municipios/${encodePlaceId(path)}`,
      name: t`Settings of ${nombre}`,
      access: requireRight('manage', 'usuario_municipio'),
    })),
    { to: '/auditoria', name: t`Audit log`, access: requireRight('manage', 'usuario_municipio'), isList: true },
    { to: '/primeros-pasos', name: t`First steps`, access: requireRight('manage', 'usuario') },
    {
      to: '/solicitudes',
      name: t`Account requests`,
      access: requireRight('manage', 'solicitud-usuario'),
      isList: true,
    },
  ]
  return entries.filter(({ access }) => meetsAccessRule(access, actorOfProfile(profile)))
}
