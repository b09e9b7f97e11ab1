import type { MunicipalityPath } from '../kernel/paths.ts'
import type { SettingsScope } from '../places/settings-rules.ts'
import { municipalitiesOf, type Actor } from './actor.ts'
import { can } from './can.ts'

/**
 * Checks whether an actor may create, rename and block places, which requires the right to the municipalities screen
 * (part 1, point 6).
 */
export function mayAdministerPlaces(actor: Actor): boolean {
  return can(actor, 'manage', 'usuario')
}

/**
 * Settings of a municipality that an actor may change. `all`: for administrators; `own`: settings with the owner
 * `municipality` in `SETTING_OWNERS`, for managers of the municipality's users; null: none.
 */
export function findEditableSettings(actor: Actor, municipality: MunicipalityPath): SettingsScope | null {
  if (mayAdministerPlaces(actor)) return 'all'
  if (actor.kind !== 'staff' || !can(actor, 'manage', 'usuario_municipio')) return null
  return municipalitiesOf(actor).includes(municipality) ? 'own' : null
}
