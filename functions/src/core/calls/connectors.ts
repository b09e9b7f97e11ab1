import { actorOfUser, can } from '#domain/access/index.ts'
import type { Municipality, User } from '#domain/documents/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import type { Handlers } from '../http/serve.ts'
import type { Store } from '../ports.ts'

/** The server's clock, and what the form editor asks of outside systems. */
export function connectorHandlers({ ports: { store, clock, connectors } }: Core): Handlers<'getServerTime' | 'getMuniCoreAreas' | 'createTipoIncidencia' | 'getTurneroGroupProcedure'> {
  return {
    getServerTime: async () => ok({ serverTime: toInstant(clock()) }),

    async getMuniCoreAreas({ user, body }) {
      const cloud = await cloudFor(store, user, body.username)
      if (!cloud.ok) return cloud
      return connectors?.municipalSystem === undefined ? refuse('connector.not-configured') : connectors.municipalSystem.areas(body.username, cloud.value)
    },

    async createTipoIncidencia({ user, body }) {
      const cloud = await cloudFor(store, user, body.muniCoreUsername)
      if (!cloud.ok) return cloud
      if (connectors?.municipalSystem === undefined) return refuse('connector.not-configured')
      const type = await connectors.municipalSystem.createIncidentType(body, cloud.value)
      return type.ok ? ok({ result: true, id: type.value }) : type
    },

    /** The agendas of the caller's municipality; the administrator may ask for any. */
    async getTurneroGroupProcedure({ user, body }) {
      if (user.roles[0] !== 'ROLE_ADMIN') {
        const own = (await store.get(user.municipalityPath)) as Municipality | undefined
        if (own?.idMuniCore === undefined) return refuse('connector.municipality-not-linked')
        if (own.idMuniCore !== body.municipalityId) return refuse('access.forbidden')
      }
      return connectors?.booking === undefined ? refuse('connector.not-configured') : connectors.booking.agendas(body.municipalityId)
    },
  }
}

/**
 * In which cloud the system of this username runs. People act there under their own name; under another's only who may see that user: forms keep the
 * username that their incidents are created with, and somebody else edits them later.
 */
async function cloudFor(store: Store, user: User, username: string): Promise<Result<boolean>> {
  const name = username.toLowerCase()
  const named = name === user.userMuniCore ? user : await findUser(store, name)
  if (named === undefined || (named !== user && !maySee(user, named))) return refuse('access.forbidden')
  const municipality = (await store.get(named.municipalityPath)) as Municipality | undefined
  return municipality === undefined ? refuse('connector.municipality-not-linked') : ok(municipality.usarAWS === true)
}

async function findUser(store: Store, name: string): Promise<User | undefined> {
  const [found] = await store.query({ collection: 'usuarios', where: { userMuniCore: name }, limit: 1 })
  return found?.document as User | undefined
}

function maySee(user: User, other: User): boolean {
  const actor = actorOfUser(user)
  return can(actor, 'read', { kind: 'usuario', document: other }) || can(actor, 'read', { kind: 'usuario_municipio', document: other })
}
