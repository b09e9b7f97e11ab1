import type { Result } from '#domain/kernel/index.ts'
import type { Identifier, IdentifierCall, IdentifierData, IdentifiersCall } from '#domain/maps/index.ts'
import type { IncidentTypeCall, MuniCoreArea } from '#domain/templates/index.ts'

/** The municipal system for the form editor. `usarAWS`: the municipality's system runs in the AWS cloud. */
export type MunicipalSystem = {
  /** Areas of a user in the system. Refuses with connector.areas-failed. */
  areas(username: string, usarAWS: boolean): Promise<Result<readonly MuniCoreArea[]>>
  /** True when the system has this user in this municipality (idMuniCore). Refuses with user.check-failed. */
  hasUser(username: string, municipalityId: number, usarAWS: boolean): Promise<Result<boolean>>
  /**
   * Creates an incident type and returns its id. Refuses with connector.incident-type-exists (name taken) and
   * connector.incident-type-failed.
   */
  createIncidentType(call: IncidentTypeCall, usarAWS: boolean): Promise<Result<string>>
  /** Assets near a point. Refuses with connector.identifiers-failed. */
  identifiers(call: Omit<IdentifiersCall, 'municipality'>, usarAWS: boolean): Promise<Result<readonly Identifier[]>>
  identifier(call: Omit<IdentifierCall, 'municipality'>, usarAWS: boolean): Promise<Result<IdentifierData>>
}
