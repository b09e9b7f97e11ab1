import { canUseLink, buildRequestScope } from '#domain/corrections/index.ts'
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
import { looksLikeSignedText, verifySignedText, signText } from '../signed-text.ts'

const DAY = 24 * 60 * 60 * 1000
/** Maximum lifetime of our links, in milliseconds. A link also ends when `canUseLink` is no longer true. */
export const LINK_LIFETIME_MS = 30 * DAY
const ID_BYTES = 8

export function isCitizenLink(token: string): boolean {
  return looksLikeSignedText('link', token)
}

/** The confirmed citizen of an answer. An id that only the device claims gives no access. */
function findLinkedCitizen(answer: Answer): PortalCitizen | undefined {
  const { datosCiudadano } = answer
  if (datosCiudadano?.id === undefined || datosCiudadano._source === CITIZEN_SOURCE.claimed) return undefined
  const { id, nombre, apellido, dni } = datosCiudadano
  return { id, nombre, apellido, dni, username: '', municipality: municipalityOfDocument(answer) }
}

/**
 * Creates a link that works once, and only while `canUseLink`: until the answer's request for changes (revision) or
 * state (view) changes. Undefined when one of them has already changed, or the citizen is not confirmed.
 */
export async function createCitizenLink(
  ports: Pick<Ports, 'store' | 'random' | 'clock'>,
  answer: Answer,
  scope: LinkScope = buildRequestScope(answer),
): Promise<string | undefined> {
  const citizen = findLinkedCitizen(answer)
  if (citizen === undefined || !canUseLink(answer, scope)) return undefined
  return signText(ports, 'link', {
    citizen: citizen.id,
    scope,
    id: toHex(ports.random(ID_BYTES)),
    until: toInstant(ports.clock() + LINK_LIFETIME_MS),
  })
}

/**
 * The citizen and scope of a link. Refuses with portal.login-failed when the link is invalid or expired, the answer has
 * another citizen, or `canUseLink` is no longer true.
 */
export async function readCitizenLink(
  { ports }: Pick<Core, 'ports'>,
  token: string,
): Promise<Result<{ readonly citizen: PortalCitizen; readonly scope: CitizenScope }>> {
  const link = await verifySignedText(ports, 'link', token, citizenLinkSchema)
  if (link === undefined || link.until <= toInstant(ports.clock())) return refuse('portal.login-failed')
  const answer = await ports.store.get(keys.answer(link.scope.answer))
  const citizen = answer === undefined ? undefined : findLinkedCitizen(answer)
  if (answer === undefined || citizen?.id !== link.citizen || !canUseLink(answer, link.scope))
    return refuse('portal.login-failed')
  return ok({ citizen, scope: link.scope })
}
