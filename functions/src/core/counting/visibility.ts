import { actorOfUser, can, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import type { AnswerVisibility } from '../statistics-port.ts'

/** A user's right to read answers (`can`), computed once per area, because aggregates are stored per area. */
export function buildAnswerVisibility(user: User): AnswerVisibility {
  const actor = actorOfUser(user)
  const reads = (area: AreaPath, portalCiudadanoData: Readonly<Record<never, never>> | undefined): boolean =>
    can(actor, 'read', {
      kind: 'respuesta',
      document: { areas: [area], authorId: user.id, datosCiudadano: undefined, portalCiudadanoData },
    })
  return {
    inArea: memoiseByArea((area) => reads(area, undefined)),
    throughPortal: memoiseByArea((area) => reads(area, {})),
    own: seesOnlyOwnAnswers(actor) ? user.id : undefined,
  }
}

function memoiseByArea(ask: (area: AreaPath) => boolean): (area: AreaPath) => boolean {
  const known = new Map<AreaPath, boolean>()
  return (area) => {
    const isFound = known.get(area) ?? ask(area)
    known.set(area, isFound)
    return isFound
  }
}
