import { municipalitiesOf, listReachablePlaces, findRoleReach, type Staff } from '../access/index.ts'
import { getFirstArea } from '../places/documents/document-areas.ts'
import { getMunicipality } from '../kernel/path-parts.ts'
import type { ListedAnswer } from './summaries.ts'

/** Reason why an answer waits for a user. */
export type WaitingReason = 'conflicts' | 'revisions' | 'requests'
const ANY_PLACE = '*'

/**
 * Returns the search words of an answer that waits for a user: each kind combined with each area and municipality that
 * is responsible. Most answers have none. They are in one list, because the number of indexes in Firestore is limited.
 * Read permission is checked for each hit.
 */
export function buildWaitingSearchWords(
  listed: Pick<ListedAnswer, 'summary' | 'request' | 'areas' | 'portalCiudadanoData'>,
): readonly string[] {
  const { summary, request, portalCiudadanoData } = listed
  const kinds: readonly WaitingReason[] = [
    ...(summary.conflicts > 0 ? (['conflicts'] as const) : []),
    ...(request === 'correct' ? (['revisions'] as const) : []),
    ...(request === 'review' ? (['requests'] as const) : []),
  ]
  if (kinds.length === 0) return []
  const area = getFirstArea(listed)
  const municipality = getMunicipality(area)
  const places = [
    ANY_PLACE,
    municipality,
    area,
    ...(portalCiudadanoData === undefined ? [] : [buildPortalPlace(municipality)]),
  ]
  return kinds.flatMap((kind) => places.map((place) => buildOpenWord(kind, place)))
}

/**
 * Returns the search words of one kind for a user. They find all answers of this kind that `mayAccessAnswer` allows.
 */
export function listWaitingSearchWords(kind: WaitingReason, actor: Staff): readonly string[] {
  const places = listReachablePlaces(actor, ANY_PLACE)
  // Staff limited to their areas also see portal answers of their municipalities.
  const portal = findRoleReach(actor.role) === 'areas' ? municipalitiesOf(actor).map(buildPortalPlace) : []
  return [...places, ...portal].map((place) => buildOpenWord(kind, place))
}

function buildPortalPlace(municipality: string): string {
  return `portal:${municipality}`
}

function buildOpenWord(kind: WaitingReason, place: string): string {
  return `${kind}~${place}`
}
