import type { Role } from '../users/documents/role.ts'
import type { User } from '../users/documents/user.ts'
import type { CitizenId, UserId } from '../kernel/ids.ts'
import type { AreaPath, MunicipalityPath } from '../kernel/paths.ts'
import { municipalityOf } from '../kernel/path-parts.ts'

/** Who asks. */
export type Actor = Staff | { readonly kind: 'public' } | CitizenActor

/** Whom the portal of a municipality vouches for: another municipality's citizen of the same id is another person. */
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
  /** userMuniCore */
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly inspectorID: string
  /** may do no more than the public: what they captured before still has an author, and is held */
  readonly deactivated?: true
}

/** The municipalities that a user works in: their own, and those of their areas. */
export function municipalitiesOf({
  municipality,
  areas,
}: Pick<Staff, 'municipality' | 'areas'>): readonly MunicipalityPath[] {
  return [...new Set([municipality, ...areas.map(municipalityOf)])]
}

/** The server's way: from the stored user. The first role governs (part 1, point 6). */
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

/** `domain/sync/profile.ts` fits; not imported, because what travels is built on access and not the other way round. */
type ProfileLike = Pick<Staff, 'id' | 'role' | 'areas' | 'email' | 'firstName' | 'lastName' | 'inspectorID'> & {
  readonly userMuniCore: string
  readonly municipality: { readonly path: MunicipalityPath }
}

/** The device's way: from what the last pull said, so that `can` is answered without a network. */
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
