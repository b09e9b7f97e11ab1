import type { Role } from '../users/documents/role.ts'
import type { User } from '../users/documents/user.ts'
import type { CitizenId, UserId } from '../kernel/ids.ts'
import type { AreaPath, MunicipalityPath } from '../kernel/paths.ts'
import { getMunicipality } from '../kernel/path-parts.ts'

/** Performer of an action: a user, a citizen or the public. */
export type Actor = Staff | { readonly kind: 'public' } | CitizenActor

/** Citizen signed in by the portal of a municipality. Ids are only unique within the municipality. */
export type CitizenActor = {
  readonly kind: 'citizen'
  readonly citizenId: CitizenId
  readonly municipality: MunicipalityPath
}

export type Staff = {
  readonly kind: 'staff'
  readonly id: UserId
  readonly role: Role
  readonly areas: readonly AreaPath[]
  readonly municipality: MunicipalityPath
  readonly email: string
  /** `userMuniCore` of the account */
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly inspectorID: string
  /**
   * only has the rights of the public; work done offline before the deactivation is still attributed to the user and
   * held
   */
  readonly deactivated?: true
}

/** Municipalities that a user works in: their own, and those of their areas. */
export function municipalitiesOf({
  municipality,
  areas,
}: Pick<Staff, 'municipality' | 'areas'>): readonly MunicipalityPath[] {
  return [...new Set([municipality, ...areas.map(getMunicipality)])]
}

/** Actor of a stored user, on the server. The first role determines permissions (part 1, point 6). */
export function actorOfUser(user: User): Staff {
  const { id, roles, areas, municipalityPath, email, userMuniCore, firstName, lastName, inspectorID } = user
  return {
    ...(user.deactivatedAt === undefined ? {} : { deactivated: true }),
    kind: 'staff',
    id,
    role: roles[0],
    areas,
    municipality: municipalityPath,
    email,
    username: userMuniCore,
    firstName,
    lastName,
    inspectorID,
  }
}

/** Fields of `Profile` in `domain/sync/profile.ts`, which is not imported, because sync is built on access. */
type ProfileLike = Pick<Staff, 'id' | 'role' | 'areas' | 'email' | 'firstName' | 'lastName' | 'inspectorID'> & {
  readonly userMuniCore: string
  readonly municipality: { readonly path: MunicipalityPath }
}

/** Actor of a device's profile, to evaluate `can` offline. */
export function actorOfProfile(profile: ProfileLike): Staff {
  const { id, role, areas, municipality, email, userMuniCore, firstName, lastName, inspectorID } = profile
  return {
    kind: 'staff',
    id,
    role,
    areas,
    municipality: municipality.path,
    email,
    username: userMuniCore,
    firstName,
    lastName,
    inspectorID,
  }
}
