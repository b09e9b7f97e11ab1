import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { Answer } from '../documents/answer.ts'
import type { PortalRecord } from '../../citizens/documents/portal.ts'
import { keys, remove, set, type FoundDocuments, type Key, type Write } from '../../store/index.ts'

/** Returns a list with the key of an answer's portal record; empty if it has none. */
export function listPortalRecordKeys(answer: Answer | undefined): readonly Key<PortalRecord>[] {
  const record = answer?.portalCiudadanoData?.idRespuestaMG
  return answer === undefined || record === undefined ? [] : [keys.portalRecord(municipalityOfDocument(answer), record)]
}

/** Frees the portal record of a withdrawn, discarded or erased answer, so that a replacement can use it. */
export function releasePortalRecord(answer: Answer, documents: FoundDocuments): readonly Write[] {
  return listPortalRecordKeys(answer).flatMap((key) => (documents.get(key)?.answer === answer.id ? [remove(key)] : []))
}

/** Returns a restored answer with its portal record, or without it if another answer uses the record now. */
export function reclaimPortalRecord(
  answer: Answer,
  documents: FoundDocuments,
): { readonly answer: Answer; readonly writes: readonly Write[] } {
  const [key] = listPortalRecordKeys(answer)
  const record = answer.portalCiudadanoData?.idRespuestaMG
  if (key === undefined || record === undefined) return { answer, writes: [] }
  const holder = documents.get(key)?.answer
  if (holder !== undefined && holder !== answer.id)
    return { answer: { ...answer, portalCiudadanoData: {} }, writes: [] }
  return { answer, writes: [set(key, { record, answer: answer.id })] }
}
