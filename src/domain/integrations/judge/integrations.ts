import { findEditableSettings } from '../../access/index.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { TokenRestriction } from '../documents/api-token.ts'
import { getMunicipality, ok, refuse, type MunicipalityPath, type Result, type UserId } from '../../kernel/index.ts'
import { keys, type FoundDocuments, type Key } from '../../store/index.ts'
import { loadRequestingUser, listRequestingUserKeys, type RequestingUser } from '../../users/judge/administrator.ts'

/** Keys needed to check a user who manages integrations of a municipality. */
export function listIntegratorKeys(path: MunicipalityPath, by: UserId, documents: FoundDocuments): readonly Key[] {
  return [...listRequestingUserKeys(by, documents), keys.municipality(path)]
}

/**
 * Loads a user who may manage integrations. Refuses with the codes of `loadRequestingUser`, and with place.missing if
 * the user does not administer the municipality.
 */
export function loadIntegrator(documents: FoundDocuments, path: MunicipalityPath, by: UserId): Result<RequestingUser> {
  const requester = loadRequestingUser(documents, by)
  if (!requester.ok) return requester
  const reach = findEditableSettings(requester.value.actor, path)
  return reach === null || documents.get(keys.municipality(path)) === undefined ? refuse('place.missing') : requester
}

/** Checks that areas and forms belong to the municipality. Refuses with area.missing and template.missing. */
export function checkIntegrationRestriction(
  path: MunicipalityPath,
  { areas, forms }: TokenRestriction,
  documents: FoundDocuments,
): Result<true> {
  const isForeign = areas.some((area) => getMunicipality(area) !== path || documents.get(keys.area(area)) === undefined)
  if (isForeign) return refuse('area.missing')
  const isUnknown = forms.some((form) => {
    const template = documents.get(keys.template(form))
    return template === undefined || municipalityOfDocument(template) !== path
  })
  return isUnknown ? refuse('template.missing') : ok(true)
}

export function listRestrictionKeys({ areas, forms }: TokenRestriction): readonly Key[] {
  return [...areas.map(keys.area), ...forms.map(keys.template)]
}
