import { actorOfUser, can } from '#domain/access/index.ts'
import type { Municipality, User } from '#domain/documents/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { incidentTypeCallSchema, muniCoreAreasCallSchema } from '#domain/templates/index.ts'
import type { Store } from '../ports.ts'
import { askedByEditor, type Callable } from './callable.ts'

/** getMuniCoreAreas: areas of the management system for one of its users. */
export const getMuniCoreAreas: Callable = async (call) => {
  const asked = await askedByEditor(call, muniCoreAreasCallSchema)
  if (!asked.ok) return asked
  const { store, connectors } = call.core.ports
  const { username } = asked.value.data
  const cloud = await cloudFor(store, asked.value.user, username)
  if (!cloud.ok) return cloud
  return connectors?.municipalSystem === undefined ? refuse('connector.not-configured') : connectors.municipalSystem.areas(username, cloud.value)
}

/** createTipoIncidencia: a type of incident in the management system, under the name of that user. */
export const createTipoIncidencia: Callable = async (call) => {
  const asked = await askedByEditor(call, incidentTypeCallSchema)
  if (!asked.ok) return asked
  const { store, connectors } = call.core.ports
  const { data, user } = asked.value
  const cloud = await cloudFor(store, user, data.muniCoreUsername)
  if (!cloud.ok) return cloud
  if (connectors?.municipalSystem === undefined) return refuse('connector.not-configured')
  const type = await connectors.municipalSystem.createIncidentType(data, cloud.value)
  return type.ok ? ok({ result: true, id: type.value }) : type
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
