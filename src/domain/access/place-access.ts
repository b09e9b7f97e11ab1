import type { MunicipalityPath } from '../kernel/paths.ts'
import type { SettingsReach } from '../places/settings-rules.ts'
import { municipalitiesOf, type Actor } from './actor.ts'
import { can } from './can.ts'

/** Whether the actor makes, renames and shuts out places: the right to the municipalities screen (part 1, point 6). */
export function mayAdministerPlaces(actor: Actor): boolean {
  return can(actor, 'manage', 'usuario')
}

/**
 * How much of a municipality's settings an actor decides about: administrators all of them, those who manage its users
 * its own affairs (`DECIDED_BY`), others nothing.
 */
export function settingsReachOf(actor: Actor, municipality: MunicipalityPath): SettingsReach | null {
  if (mayAdministerPlaces(actor)) return 'all'
  if (actor.kind !== 'staff' || !can(actor, 'manage', 'usuario_municipio')) return null
  return municipalitiesOf(actor).includes(municipality) ? 'own' : null
}
