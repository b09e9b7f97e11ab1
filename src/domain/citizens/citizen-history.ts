import { changesContent } from '../corrections/signed-before.ts'
import { buildTimeline, type AnswerEvent } from '../corrections/timeline.ts'
import type { Answer } from '../answers/documents/answer.ts'
import { unreachable } from '../kernel/unreachable.ts'
import type { OwnEvent } from './portal-api.ts'

/**
 * Returns the events of an answer that its citizen may see, newest first, with date and kind. Names and texts of staff
 * are excluded.
 *
 * @param versions known versions; only they record when staff completed the answer
 */
export function buildCitizenHistory(answer: Answer, versions: Versions): readonly OwnEvent[] {
  return buildTimeline(answer, versions).flatMap((event) => {
    const shown = toShownEvent(event)
    return shown === null ? [] : [{ at: event.at, ...shown }]
  })
}

type Versions = Parameters<typeof buildTimeline>[1]

function toShownEvent(event: AnswerEvent): Omit<OwnEvent, 'at'> | null {
  switch (event.kind) {
    case 'submitted':
      return { kind: 'sent' }
    case 'state':
      return { kind: 'state', state: event.entry.stateName }
    case 'corrected':
      return changesContent(event.edit) ? { kind: 'corrected' } : null
    case 'revised':
      return { kind: event.places === 0 ? 'confirmed' : 'revised' }
    case 'arrived':
    case 'asked':
    case 'ended':
    case 'completed':
      return { kind: event.kind }
    case 'deleted':
    case 'restored':
    case 'copied':
    case 'met':
    case 'decided':
      return null
    default:
      return unreachable(event)
  }
}
