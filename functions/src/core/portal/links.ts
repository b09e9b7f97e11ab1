import { openRequestOf } from '#domain/corrections/index.ts'
import {
  citizenLinkSchema,
  CITIZEN_SOURCE,
  municipalityOfDocument,
  type Answer,
  type CitizenScope,
  type PortalCitizen,
} from '#domain/documents/index.ts'
import { ok, refuse, toHex, toInstant, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { Ports } from '../ports.ts'
import { isOurText, readSigned, signText } from './signed-text.ts'

const DAY = 24 * 60 * 60 * 1000
/** A link of ours is good for so long, while what it is about waits. */
const LINK_LIFE = 30 * DAY
const ID_BYTES = 8

export function isOurLink(token: string): boolean {
  return isOurText('link', token)
}

/** The citizen of an answer who is asked to correct it; undefined where nobody is, or nobody knows who it is. */
function askedCitizen(answer: Answer): { readonly citizen: PortalCitizen; readonly request: number } | undefined {
  const { datosCiudadano, requestsForChanges } = answer
  if (openRequestOf(answer) === undefined || datosCiudadano?.id === undefined) return undefined
  if (datosCiudadano._source === CITIZEN_SOURCE.claimed) return undefined
  const { id, nombre, apellido, dni } = datosCiudadano
  const citizen = { id, nombre, apellido, dni, username: '', municipality: municipalityOfDocument(answer) }
  return { citizen, request: requestsForChanges.length - 1 }
}

/** The token of a link to what waits for the citizen of an answer: good for that request alone, once. Undefined where nothing waits. */
export async function linkTo(
  ports: Pick<Ports, 'store' | 'random' | 'clock'>,
  answer: Answer,
): Promise<string | undefined> {
  const asked = askedCitizen(answer)
  if (asked === undefined) return undefined
  return signText(ports, 'link', {
    citizen: asked.citizen.id,
    answer: answer.id,
    request: asked.request,
    id: toHex(ports.random(ID_BYTES)),
    until: toInstant(ports.clock() + LINK_LIFE),
  })
}

/** Whom a link lets in, and to what: for as long as the same request waits for the same citizen. Refuses with portal.login-failed. */
export async function readLink(
  { ports }: Pick<Core, 'ports'>,
  token: string,
): Promise<Result<{ readonly citizen: PortalCitizen; readonly scope: CitizenScope }>> {
  const link = await readSigned(ports, 'link', token, citizenLinkSchema)
  if (link === undefined || link.until <= toInstant(ports.clock())) return refuse('portal.login-failed')
  const answer = await ports.store.get(keys.answer(link.answer))
  const asked = answer === undefined ? undefined : askedCitizen(answer)
  if (asked === undefined || asked.citizen.id !== link.citizen || asked.request !== link.request)
    return refuse('portal.login-failed')
  return ok({ citizen: asked.citizen, scope: { kind: 'revision', answer: link.answer, request: link.request } })
}
