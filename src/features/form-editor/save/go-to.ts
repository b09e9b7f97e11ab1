import { type EditorForm, findKeyAt, type TemplatePlace } from '#domain/templates/index.ts'
import { getPlaceElementId } from '../element-ids.ts'
import { type EditorStore, revealPart, setSettingsOpen, setView } from '../store/editor-store.ts'
import { pickViewForPlace } from '../store/view.ts'

/** Scrolls to the place of a problem, unfolds the parts around it, and focuses its control. */
export function goToFormPlace(store: EditorStore, place: TemplatePlace): void {
  const { form } = store.state.getState()
  const id = getPlaceElementId(form, place)
  const part = partAt(form, place)
  if (part === null) {
    setView(store, pickViewForPlace(place))
    // Waits for the next frame, in which the view is rendered.
    requestAnimationFrame(() => showControl(id))
    return
  }
  setSettingsOpen(store, part, true)
  revealPart(store, part, { id })
}

/** The key of the section, condition or question of a place; null for a place outside the sections. */
function partAt(form: EditorForm, place: TemplatePlace): string | null {
  switch (place.kind) {
    case 'section':
    case 'condition':
    case 'question':
      return findKeyAt(form, place)
    case 'block':
    case 'choice':
      return findKeyAt(form, {
        kind: 'question',
        section: place.section,
        condition: place.condition,
        question: place.question,
        field: 'titulo',
      })
    default:
      return null
  }
}

function showControl(id: string): void {
  const element = document.getElementById(id)
  if (element === null) return
  // Opens the surrounding <details>, as elements inside closed <details> cannot be focused.
  for (
    let around = element.closest('details');
    around !== null;
    around = around.parentElement?.closest('details') ?? null
  )
    around.open = true
  element.scrollIntoView({ block: 'center' })
  const control = element.matches('input, textarea, select, button, [tabindex]')
    ? element
    : element.querySelector<HTMLElement>('input, textarea, select, button')
  control?.focus({ preventScroll: true })
}
