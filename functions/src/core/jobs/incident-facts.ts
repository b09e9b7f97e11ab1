import { isUnchecked } from '#domain/citizens/index.ts'
import { municipalityOfDocument, type Answer } from '#domain/documents/index.ts'
import { keys } from '#domain/store/index.ts'
import type { IncidentFacts } from '#domain/sync/index.ts'
import type { Store } from '../ports.ts'

/**
 * What an incident is created with beside the answer itself: the name is that of the form's version, under which its incident types were made; whoever answered may have none there.
 * A citizen is named only once the registry has vouched for them.
 */
export async function incidentFacts(
  store: Store,
  answer: Answer,
  home: (() => string) | undefined,
): Promise<IncidentFacts> {
  const version = keys.templateVersion(answer.idPlantilla, answer.templateVersion)
  const place = keys.municipality(municipalityOfDocument(answer))
  const found = await store.getMany([version, place])
  const { datosCiudadano: citizen } = answer
  return {
    username: found.get(version)?.muniCore?.username,
    municipalityId: found.get(place)?.idMuniCore,
    url: home === undefined ? undefined : `${home()}/ver/${answer.id}`,
    citizen: citizen === undefined || isUnchecked(citizen) ? undefined : citizen.id,
  }
}
