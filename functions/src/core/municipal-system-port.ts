import type { Result } from '#domain/kernel/index.ts'
import type { Identifier, IdentifierCall, IdentifierData, IdentifiersCall } from '#domain/maps/index.ts'
import type { IncidentTypeCall, MuniCoreArea } from '#domain/templates/index.ts'

/** The municipal-management system for the form editor. `usarAWS`: the municipality's own runs in the other cloud. */
export type MunicipalSystem = {
  /** Refuses with connector.areas-failed. */
  areas(username: string, usarAWS: boolean): Promise<Result<readonly MuniCoreArea[]>>
  /** Whether it knows this user in this municipality (idMuniCore). Refuses with user.check-failed. */
  hasUser(username: string, municipalityId: number, usarAWS: boolean): Promise<Result<boolean>>
  /** @returns its id. Refuses with connector.incident-type-exists (name taken), connector.incident-type-failed. */
  createIncidentType(call: IncidentTypeCall, usarAWS: boolean): Promise<Result<string>>
  /** Assets near a point. Refuses with connector.identifiers-failed. */
  identifiers(call: Omit<IdentifiersCall, 'municipality'>, usarAWS: boolean): Promise<Result<readonly Identifier[]>>
  identifier(call: Omit<IdentifierCall, 'municipality'>, usarAWS: boolean): Promise<Result<IdentifierData>>
}
