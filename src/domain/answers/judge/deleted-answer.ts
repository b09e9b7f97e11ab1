import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import { resolveSettings } from '../../places/documents/municipality-settings.ts'
import type { Answer } from '../documents/answer.ts'
import type { DeletedAnswer } from '../documents/deleted.ts'
import type { Municipality } from '../../places/documents/location.ts'
import { toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'
import { keys, set, type FoundDocuments, type Key, type Write } from '../../store/index.ts'
import type { ChangeCase } from './decide-change.ts'
import { listPortalRecordKeys } from './portal-record.ts'
import type { DeleteMutation } from '../../sync/mutation.ts'

const DAY = 24 * 60 * 60 * 1000

/** Keys needed to record a deletion. */
export function listDeletionKeys(answer: Answer): readonly Key[] {
  return [keys.municipality(municipalityOfDocument(answer)), keys.unsettled(answer.id), ...listPortalRecordKeys(answer)]
}

/** Records who deleted an answer and until when it can be restored, by the municipality's current setting. */
export function buildDeletionWrite({
  answer,
  madeBy,
  name,
  now,
  found,
}: Pick<ChangeCase<DeleteMutation>, 'answer' | 'madeBy' | 'name' | 'now' | 'found'>): Write {
  const municipality = municipalityOfDocument(answer)
  const until = computeDeletionEnd(found.get(keys.municipality(municipality)), now)
  const unsettled = found.get(keys.unsettled(answer.id))
  const { id, idPlantilla, titulo, codigoMunicipio, authorId, areas, areaInfo, municipioInfo, version } = answer
  const known = { id, idPlantilla, titulo, codigoMunicipio, authorId, areas, areaInfo, municipioInfo, version }
  const document: DeletedAnswer = {
    ...known,
    municipality,
    by: madeBy,
    name,
    at: now,
    ...(until === undefined ? {} : { until }),
    ...(unsettled === undefined ? {} : { unsettled }),
  }
  return set(keys.deletedAnswer(id), document)
}

function computeDeletionEnd(municipality: Municipality | undefined, now: Instant): Instant | undefined {
  const days = resolveSettings(municipality ?? { settings: {} }).deletedAnswersDays
  return days === null ? undefined : toInstant(toMilliseconds(now) + days * DAY)
}

/** Checks whether the time to restore a deleted answer is over. The next sweep erases the answer. */
export function isRestorePeriodOver({ until }: Pick<DeletedAnswer, 'until'>, now: Instant): boolean {
  return until !== undefined && until <= now
}

/**
 * Restarts the retention of answers that were deleted while the server's clock was ahead. Otherwise they would be kept
 * too long.
 * @param ids keys of deleted answers, which `documents` must contain
 */
export function restartRetention(
  documents: FoundDocuments,
  ids: readonly Key<DeletedAnswer>[],
  now: Instant,
): readonly Write[] {
  return ids.flatMap((key) => {
    const deleted = documents.get(key)
    if (deleted === undefined || deleted.at <= now) return []
    const { at, until, ...rest } = deleted
    const left = until === undefined ? {} : { until: shiftDeadline(until, at, now) }
    return [set(key, { ...rest, at: now, ...left })]
  })
}

function shiftDeadline(until: Instant, instant: Instant, now: Instant): Instant {
  return toInstant(toMilliseconds(until) - toMilliseconds(instant) + toMilliseconds(now))
}
