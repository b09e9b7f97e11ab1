import type { MunicipalityPath } from '../kernel/paths.ts'
import type { SettingsReach } from '../places/index.ts'
import { municipalitiesOf, type Actor } from './actor.ts'
import { can } from './can.ts'

/** Whether somebody makes, renames and shuts out places: the right to the municipalities screen (part 1, point 6). */
export function mayAdministerPlaces(actor: Actor): boolean {
  return can(actor, 'manage', 'usuario')
}

/**
 * How much of a municipality's settings somebody decides about: the administrator about all, everywhere; whoever manages the users of a municipality about what
 * is its own affair (`DECIDED_BY`); others about nothing.
 */
export function settingsReachOf(actor: Actor, municipality: MunicipalityPath): SettingsReach | null {
  if (mayAdministerPlaces(actor)) return 'all'
  if (actor.kind !== 'staff' || !can(actor, 'manage', 'usuario_municipio')) return null
  return municipalitiesOf(actor).includes(municipality) ? 'own' : null
}
