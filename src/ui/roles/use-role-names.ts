import { useLingui } from '@lingui/react/macro'
import type { Role } from '#domain/users/index.ts'

/** The names of roles. Requires `loadMessages('roles')`. The README of `domain/access` lists the rights. */
export function useRoleNames(): Readonly<Record<Role, string>> {
  const { t } = useLingui()
  return {
    ROLE_ADMIN: t`Administrator`,
    ROLE_SUPERVISOR_ELEVADO: t`Elevated supervisor`,
    ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: t`Supervisor who corrects and duplicates`,
    ROLE_SUPERVISOR_CORRECTOR: t`Supervisor who corrects`,
    ROLE_SUPERVISOR_DUPLICADOR: t`Supervisor who duplicates`,
    ROLE_SUPERVISOR: t`Supervisor`,
    ROLE_CENSISTA_PRIVADO: t`Private census taker`,
    ROLE_GENERADOR_RESPUESTAS: t`Generator of answers`,
    ROLE_GENERADOR_CORRECTOR_RESPUESTAS: t`Generator and corrector of answers`,
    ROLE_GENERADOR: t`Generator of forms`,
    ROLE_INSPECTOR_ELEVADO_CORRECTOR: t`Elevated inspector who corrects`,
    ROLE_INSPECTOR_ELEVADO: t`Elevated inspector`,
    ROLE_INSPECTOR: t`Inspector`,
    ROLE_INSPECTOR_ACTAS: t`Inspector of records`,
  }
}
