import type { Municipality } from '#domain/documents/index.ts'
import { refuse } from '#domain/kernel/index.ts'
import { agendasCallSchema } from '#domain/templates/index.ts'
import { askedByEditor, type Callable } from './callable.ts'

/** getTurneroGroupProcedure: the agendas of the caller's municipality; the administrator may ask for any. */
export const getTurneroGroupProcedure: Callable = async (call) => {
  const asked = await askedByEditor(call, agendasCallSchema)
  if (!asked.ok) return asked
  const { store, connectors } = call.core.ports
  const { user, data } = asked.value
  if (user.roles[0] !== 'ROLE_ADMIN') {
    const own = (await store.get(user.municipalityPath)) as Municipality | undefined
    if (own?.idMuniCore === undefined) return refuse('connector.municipality-not-linked')
    if (own.idMuniCore !== data.municipalityId) return refuse('access.forbidden')
  }
  return connectors?.booking === undefined ? refuse('connector.not-configured') : connectors.booking.agendas(data.municipalityId)
}
