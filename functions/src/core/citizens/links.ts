import { mayLink } from '#domain/corrections/index.ts'
import {
  citizenLinkSchema,
  CITIZEN_SOURCE,
  type CitizenScope,
  type LinkScope,
  type PortalCitizen,
} from '#domain/citizens/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { ok, refuse, toHex, toInstant, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { Ports } from '../ports.ts'
import { isOurText, readSigned, signText } from '../signed-text.ts'

const DAY = 24 * 60 * 60 * 1000
/** A link of ours is good for so long, while what it is about stands. */
export const LINK_LIFE = 30 * DAY
const ID_BYTES = 8

export function isOurLink(token: string): boolean {
  return isOurText('link', token)
}

/** The citizen of an answer, where it is known who that is: an id that a device only claims opens nothing. */
function knownCitizen(answer: Answer): PortalCitizen | undefined {
  const { datosCiudadano } = answer
  if (datosCiudadano?.id === undefined || datosCiudadano._source === CITIZEN_SOURCE.claimed) return undefined
  const { id, nombre, apellido, dni } = datosCiudadano
  return { id, nombre, apellido, dni, username: '', municipality: municipalityOfDocument(answer) }
}

/** The scope of a link to the request that waits; whether one does, `linkTo` looks. */
export function revisionOf({ id, requestsForChanges }: Answer): LinkScope {
  return { kind: 'revision', answer: id, request: Math.max(0, requestsForChanges.length - 1) }
}

/** Good once, while the answer stands where it stands. Undefined where that is over, or its citizen is not known. */
export async function linkTo(
  ports: Pick<Ports, 'store' | 'random' | 'clock'>,
  answer: Answer,
  scope: LinkScope = revisionOf(answer),
): Promise<string | undefined> {
  const citizen = knownCitizen(answer)
  if (citizen === undefined || !mayLink(answer, scope)) return undefined
  return signText(ports, 'link', {
    citizen: citizen.id,
    scope,
    id: toHex(ports.random(ID_BYTES)),
    until: toInstant(ports.clock() + LINK_LIFE),
  })
}

/** Whom a link lets in, and to what, while the answer is theirs and stands where it stood; else portal.login-failed. */
export async function readLink(
  { ports }: Pick<Core, 'ports'>,
  token: string,
): Promise<Result<{ readonly citizen: PortalCitizen; readonly scope: CitizenScope }>> {
  const link = await readSigned(ports, 'link', token, citizenLinkSchema)
  if (link === undefined || link.until <= toInstant(ports.clock())) return refuse('portal.login-failed')
  const answer = await ports.store.get(keys.answer(link.scope.answer))
  const citizen = answer === undefined ? undefined : knownCitizen(answer)
  if (answer === undefined || citizen?.id !== link.citizen || !mayLink(answer, link.scope))
    return refuse('portal.login-failed')
  return ok({ citizen, scope: link.scope })
}
