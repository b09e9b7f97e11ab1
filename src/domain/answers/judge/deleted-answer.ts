import { municipalityOfDocument } from '../../places/documents/areas-of.ts'
import { settingsOf } from '../../places/documents/municipality-settings.ts'
import type { Answer } from '../documents/answer.ts'
import type { DeletedAnswer } from '../documents/deleted.ts'
import type { Municipality } from '../../places/documents/location.ts'
import { toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'
import { keys, set, type Found, type Key, type Write } from '../../store/index.ts'
import type { ChangeCase } from './decide-change.ts'
import { recordKeysOf } from './portal-record.ts'
import type { Delete } from '../../sync/mutation.ts'

const DAY = 24 * 60 * 60 * 1000

/** What must be seen to write down that an answer was deleted. */
export function keysToDelete(answer: Answer): readonly Key[] {
  return [keys.municipality(municipalityOfDocument(answer)), keys.unsettled(answer.id), ...recordKeysOf(answer)]
}

/** Who has deleted an answer, and until when it can be brought back: as its municipality wants it at that moment. */
export function deletedWrite({
  answer,
  madeBy,
  name,
  now,
  found,
}: Pick<ChangeCase<Delete>, 'answer' | 'madeBy' | 'name' | 'now' | 'found'>): Write {
  const municipality = municipalityOfDocument(answer)
  const until = endOf(found.get(keys.municipality(municipality)), now)
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

function endOf(municipality: Municipality | undefined, now: Instant): Instant | undefined {
  const days = settingsOf(municipality ?? { settings: {} }).deletedAnswersDays
  return days === null ? undefined : toInstant(toMilliseconds(now) + days * DAY)
}

/** Whether an answer that was deleted can be brought back no more: it is erased with the next sweep. */
export function isPast({ until }: Pick<DeletedAnswer, 'until'>, now: Instant): boolean {
  return until !== undefined && until <= now
}

/**
 * What was deleted under a clock that was ahead counts from now on: else it is kept until that time, and longer.
 * @param found as they are stored
 */
export function countedFromNow(found: Found, ids: readonly Key<DeletedAnswer>[], now: Instant): readonly Write[] {
  return ids.flatMap((key) => {
    const deleted = found.get(key)
    if (deleted === undefined || deleted.at <= now) return []
    const { at, until, ...rest } = deleted
    const left = until === undefined ? {} : { until: moved(until, at, now) }
    return [set(key, { ...rest, at: now, ...left })]
  })
}

function moved(until: Instant, at: Instant, now: Instant): Instant {
  return toInstant(toMilliseconds(until) - toMilliseconds(at) + toMilliseconds(now))
}
