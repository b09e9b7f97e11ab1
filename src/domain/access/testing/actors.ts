import type { Role } from '../../users/documents/role.ts'
import type { CitizenId, UserId } from '../../kernel/ids.ts'
import type { AreaPath, MunicipalityPath } from '../../kernel/paths.ts'
import { getMunicipality } from '../../kernel/path-parts.ts'
import type { CitizenActor, Staff } from '../actor.ts'
import type { AnswerLike, FormLike } from '../document-rules.ts'

const here = 'paises/AR/provincias/cordoba/municipios/cba/areas_municipales'
/** Two areas of one municipality, and one of another. */
export const PARKS = `${here}/parks` as AreaPath
export const TRADE = `${here}/trade` as AreaPath
export const OTHER_AREA = 'paises/UY/provincias/mvd/municipios/mvd/areas_municipales/parks' as AreaPath

export function buildStaff(role: Role, areas: readonly AreaPath[] = [PARKS], id = 'someone'): Staff {
  return {
    kind: 'staff',
    id: id as UserId,
    role,
    areas,
    municipality: getMunicipality(areas[0] ?? PARKS),
    email: `${id}@relevo.example`,
    username: id,
    firstName: 'Ana',
    lastName: 'Paz',
    inspectorID: '',
  }
}

export function buildForm(
  areas: readonly AreaPath[],
  flags: Partial<FormLike['opcionales'] & { deleted: boolean }> = {},
): FormLike {
  const { deleted = false, publico = false, citizenAssociationFromCitizenPortal = false } = flags
  return { areas, deleted, opcionales: { publico, citizenAssociationFromCitizenPortal } }
}

export function buildAnswer(areas: readonly AreaPath[], author: string, more: Partial<AnswerLike> = {}): AnswerLike {
  return { areas, authorId: author as UserId, ...more }
}

export function buildCitizen(id: string, municipality: MunicipalityPath = getMunicipality(PARKS)): CitizenActor {
  return { kind: 'citizen', citizenId: id as CitizenId, municipality }
}
