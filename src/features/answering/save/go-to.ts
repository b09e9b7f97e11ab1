import type { Missing } from '#domain/answering/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import {
  CITIZEN_ID,
  citizenFieldId,
  LOCATION_ID,
  sectionId,
  signatureId,
  signerFieldId,
  STATE_ID,
} from '../form/element-ids.ts'
import { revealQuestion, setOpen } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'
import { focusField } from '../sections/focus-on.ts'

/** Scrolls to a missing item and focuses it. */
export function goToMissing(form: FormStore, lack: Missing): void {
  switch (lack.kind) {
    case 'question':
      return revealQuestion(form, lack.address)
    case 'conditions':
      setOpen(form, lack.section, true)
      // Waits for the next frame, in which the section is unfolded.
      requestAnimationFrame(() => focusById(`${sectionId(lack.section)}-conditions`))
      return
    case 'signature': {
      const index = lack.indexSignature
      const field = lack.problem.details?.['field'] as Parameters<typeof signerFieldId>[1] | undefined
      return focusById(
        `${signatureId(index)}-block`,
        field === undefined ? signatureId(index) : signerFieldId(index, field),
      )
    }
    case 'citizen': {
      const field = lack.problem.details?.['field']
      return focusById(`${CITIZEN_ID}-block`, typeof field === 'string' ? citizenFieldId(field) : undefined)
    }
    case 'location':
      return focusById(`${LOCATION_ID}-block`)
    case 'state':
      return focusById(`${STATE_ID}-block`)
    default:
      return unreachable(lack)
  }
}

/** @param within id of the element to focus; defaults to the first focusable element */
function focusById(id: string, within?: string): void {
  focusField(document.getElementById(id), within === undefined ? null : document.getElementById(within))
}
