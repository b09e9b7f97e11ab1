import { useLingui } from '@lingui/react/macro'
import { ACCOUNT, actorOfProfile, admits, oversight, right, type Access } from '#domain/access/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import type { Place } from './finds.ts'

/** The screens that can be opened by themselves, beside those of the administration; each only for who may open it. */
export function usePlaces(profile: Profile, isWelcomed: boolean): readonly Place[] {
  const { t } = useLingui()
  const places: readonly (Place & { readonly access: Access })[] = [
    { to: '/listar', name: t`Forms`, access: right('read', 'formulario') },
    { to: '/supervision', name: t`Supervision`, access: oversight('any') },
    { to: '/supervision/retenidas', name: t`Held answers`, access: oversight('held') },
    { to: '/supervision/eliminadas', name: t`Deleted answers`, access: oversight('deleted') },
    { to: '/supervision/dispositivos', name: t`Devices`, access: oversight('devices') },
    { to: '/supervision/tareas', name: t`Failed tasks`, access: oversight('jobs') },
    { to: '/sincronizacion', name: t`Sync`, access: ACCOUNT },
    { to: '/cuenta', name: t`Account and security`, access: ACCOUNT },
  ]
  return [
    ...(isWelcomed ? [{ to: '/home', name: t`Home` }] : []),
    ...places.filter(({ access }) => admits(access, actorOfProfile(profile))),
  ]
}
