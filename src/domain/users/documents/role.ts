import { z } from 'zod'

/**
 * Roles (part 1, point 6), and the treasury role, which is an addition. A user has exactly one role; its permissions
 * are in src/domain/access/rights.ts.
 */
export const ROLES = [
  'ROLE_ADMIN',
  'ROLE_SUPERVISOR_ELEVADO',
  'ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR',
  'ROLE_SUPERVISOR_CORRECTOR',
  'ROLE_SUPERVISOR_DUPLICADOR',
  'ROLE_SUPERVISOR',
  'ROLE_CENSISTA_PRIVADO',
  'ROLE_GENERADOR_RESPUESTAS',
  'ROLE_GENERADOR_CORRECTOR_RESPUESTAS',
  'ROLE_GENERADOR',
  'ROLE_INSPECTOR_ELEVADO_CORRECTOR',
  'ROLE_INSPECTOR_ELEVADO',
  'ROLE_INSPECTOR',
  'ROLE_INSPECTOR_ACTAS',
  'ROLE_TESORERIA',
] as const

export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>
