import type { AnswerValues, Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { findCheckedConditions, listAskedRowIds } from '#domain/answering/index.ts'
import { listRequestComments, isSameValue } from '#domain/corrections/index.ts'
import { unreachable, getVisibleText } from '#domain/kernel/index.ts'
import { PreviousAnswer } from './before.tsx'
import type { FormRules, LockedPlace } from '../form/form-context.ts'

/**
 * The locks of a stored answer while it is changed, by the server's rules. Existing signatures and the citizen's
 * signature are always locked (part 3, point 2). Users who may only complete the answer have more locks:
 * | place | locked for users who complete |
 * |---|---|
 * | question | when it has a value |
 * | condition | when it was checked |
 * | row | when it existed |
 * | location | when there was an address |
 * | asset | when one was assigned |
 */
export function createChangeRules(
  version: FormTemplate,
  answer: Answer,
  seen: AnswerValues,
  mayReplace: boolean,
): FormRules {
  const isLocked = (place: LockedPlace): boolean => {
    if (place.kind === 'signature') return isSignatureLocked(answer, place.index)
    if (mayReplace) return false
    switch (place.kind) {
      case 'question':
        return !isSameValue(seen.values[place.address] ?? null, null)
      case 'condition':
      case 'row': {
        const section = version.secciones.find(({ orden }) => orden === place.section)
        if (section === undefined) return true
        return place.kind === 'condition'
          ? findCheckedConditions(section, seen).includes(place.condition)
          : listAskedRowIds(section, seen).includes(place.row)
      }
      case 'location':
        return getVisibleText(answer.ubicacion?.direccion ?? '') !== ''
      case 'asset':
        return answer.muniCore?.idIdentificador !== undefined
      default:
        return unreachable(place)
    }
  }
  return { seen, isLocked, observations: listRequestComments(answer), Before: PreviousAnswer }
}

function isSignatureLocked({ signatures }: Answer, index: number): boolean {
  const signature = signatures.find(({ indexSignature }) => indexSignature === index)
  return signature === undefined || signature.imgID !== undefined || signature.tipeOfSignatory === 'citizen'
}
