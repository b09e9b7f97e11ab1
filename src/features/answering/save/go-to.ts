import type { Missing } from '#domain/answering/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import { CITIZEN_ID, LOCATION_ID, sectionId, signatureId, STATE_ID } from '../form/element-ids.ts'
import { revealQuestion, setOpen } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'
import { focusOn } from '../sections/focus-on.ts'

/** Brings what is missing onto the screen and puts the focus there. */
export function goTo(form: FormStore, lack: Missing): void {
  switch (lack.kind) {
    case 'question':
      return revealQuestion(form, lack.address)
    case 'conditions':
      setOpen(form, lack.section, true)
      // The section unfolds with the next frame.
      requestAnimationFrame(() => focusById(`${sectionId(lack.section)}-conditions`))
      return
    case 'signature':
      return focusById(`${signatureId(lack.indexSignature)}-block`)
    case 'citizen':
      return focusById(`${CITIZEN_ID}-block`)
    case 'location':
      return focusById(`${LOCATION_ID}-block`)
    case 'state':
      return focusById(`${STATE_ID}-block`)
    default:
      return unreachable(lack)
  }
}

function focusById(id: string): void {
  focusOn(document.getElementById(id))
}
