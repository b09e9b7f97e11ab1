import type { MissingItem } from '#domain/answering/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import {
  CITIZEN_ELEMENT_ID,
  buildCitizenFieldElementId,
  LOCATION_ELEMENT_ID,
  buildSectionElementId,
  buildSignatureElementId,
  buildSignerFieldElementId,
  STATE_ELEMENT_ID,
} from '../form/element-ids.ts'
import { revealQuestion, setSectionOpen } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'
import { focusField } from '../sections/focus-on.ts'

/** Scrolls to a missing item and focuses it. */
export function goToMissingItem(form: FormStore, missingItem: MissingItem): void {
  switch (missingItem.kind) {
    case 'question':
      return revealQuestion(form, missingItem.address)
    case 'conditions':
      setSectionOpen(form, missingItem.section, true)
      // Waits for the next frame, in which the section is unfolded.
      requestAnimationFrame(() => focusById(`${buildSectionElementId(missingItem.section)}-conditions`))
      return
    case 'signature': {
      const index = missingItem.indexSignature
      const field = missingItem.problem.details?.['field'] as
        Parameters<typeof buildSignerFieldElementId>[1] | undefined
      return focusById(
        `${buildSignatureElementId(index)}-block`,
        field === undefined ? buildSignatureElementId(index) : buildSignerFieldElementId(index, field),
      )
    }
    case 'citizen': {
      const field = missingItem.problem.details?.['field']
      return focusById(
        `${CITIZEN_ELEMENT_ID}-block`,
        typeof field === 'string' ? buildCitizenFieldElementId(field) : undefined,
      )
    }
    case 'location':
      return focusById(`${LOCATION_ELEMENT_ID}-block`)
    case 'state':
      return focusById(`${STATE_ELEMENT_ID}-block`)
    default:
      return unreachable(missingItem)
  }
}

/** @param within id of the element to focus; defaults to the first focusable element */
function focusById(id: string, within?: string): void {
  focusField(document.getElementById(id), within === undefined ? null : document.getElementById(within))
}
