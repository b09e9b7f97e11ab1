import { useLingui } from '@lingui/react/macro'
import type { Role } from '#domain/users/index.ts'

/** The names of roles. Requires `loadMessages('roles')`. The README of `domain/access` lists the rights. */
export function useRoleNames(): Readonly<Record<Role, string>> {
  const { t } = useLingui()
  return {
    ROLE_ADMIN: t`Administrator`,
    ROLE_SUPERVISOR_ELEVADO: t`Senior supervisor`,
    ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: t`Supervisor (edits and duplicates)`,
    ROLE_SUPERVISOR_CORRECTOR: t`Supervisor (edits)`,
    ROLE_SUPERVISOR_DUPLICADOR: t`Supervisor (duplicates)`,
    ROLE_SUPERVISOR: t`Supervisor`,
    ROLE_CENSISTA_PRIVADO: t`Private census taker`,
    ROLE_GENERADOR_RESPUESTAS: t`Answer creator`,
    ROLE_GENERADOR_CORRECTOR_RESPUESTAS: t`Answer creator (edits)`,
    ROLE_GENERADOR: t`Form creator`,
    ROLE_INSPECTOR_ELEVADO_CORRECTOR: t`Senior inspector (edits)`,
    ROLE_INSPECTOR_ELEVADO: t`Senior inspector`,
    ROLE_INSPECTOR: t`Inspector`,
    ROLE_INSPECTOR_ACTAS: t`Records inspector`,
    ROLE_TESORERIA: t`Treasury`,
  }
}
