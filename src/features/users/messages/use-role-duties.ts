import { useLingui } from '@lingui/react/macro'
import type { Role } from '#domain/users/index.ts'

/** A one-line description of each role's rights, from the table in `domain/access/rights.ts`. */
export function useRoleDuties(): Readonly<Record<Role, string>> {
  const { t } = useLingui()
  return {
    ROLE_ADMIN: t`Administers everything in every municipality: users, countries and municipalities, settings, forms, answers and payments.`,
    ROLE_SUPERVISOR_ELEVADO: t`Administers everything in their own municipality: users, forms, publishing, answers and payments.`,
    ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: t`Builds and duplicates forms for their areas; edits, completes and deletes answers; sees statistics.`,
    ROLE_SUPERVISOR_CORRECTOR: t`Builds forms for their areas; edits, completes and deletes answers; sees statistics.`,
    ROLE_SUPERVISOR_DUPLICADOR: t`Builds and duplicates forms for their areas; completes and deletes answers; sees no statistics.`,
    ROLE_SUPERVISOR: t`Builds forms for their areas; completes and deletes answers; sees statistics.`,
    ROLE_CENSISTA_PRIVADO: t`Answers forms; sees, edits and deletes only their own answers, and sees the statistics of those answers.`,
    ROLE_GENERADOR_RESPUESTAS: t`Answers forms; sees only their own answers and the statistics of those answers.`,
    ROLE_GENERADOR_CORRECTOR_RESPUESTAS: t`Answers forms; sees and edits only their own answers, and sees the statistics of those answers.`,
    ROLE_GENERADOR: t`Builds and publishes forms for their areas; sees no answers.`,
    ROLE_INSPECTOR_ELEVADO_CORRECTOR: t`Answers forms; sees, edits and deletes the answers of their areas.`,
    ROLE_INSPECTOR_ELEVADO: t`Answers forms; sees the answers of their areas, and deletes those that are not signed.`,
    ROLE_INSPECTOR: t`Answers forms with their staff number; sees the answers of their areas, and deletes those that are not signed.`,
    ROLE_INSPECTOR_ACTAS: t`Answers forms; sees the answers of their areas, but cannot delete them.`,
    ROLE_TESORERIA: t`Takes payments, refunds them and closes days in their own municipality; sees answers and statistics, but cannot change answers.`,
  }
}
