import { useLingui } from '@lingui/react/macro'
import { LANGUAGES, unreachable } from '#domain/kernel/index.ts'
import { type EditorForm, findKeyAt, findQuestionAt, type TemplatePlace } from '#domain/templates/index.ts'
import { findControl, getPlaceElementId } from '../element-ids.ts'
import { OPTION_MESSAGES } from '../panels/options/option-messages.ts'
import { useEditorStore } from '../store/editor-context.tsx'
import { type EditorStore, revealPart, setSettingsOpen, setEditorView } from '../store/editor-store.ts'
import { pickViewForPlace } from '../store/view.ts'
import { FIELD_MESSAGES } from '../versions/use-difference-texts.ts'

/** Scrolls to the place of a problem, unfolds the parts around it, and focuses its control. */
export function goToFormPlace(store: EditorStore, place: TemplatePlace): void {
  const { form } = store.state.getState()
  const id = getPlaceElementId(form, place)
  const part = findPartKey(form, place)
  if (part === null) {
    const language = LANGUAGES.find((code) => place.kind === 'field' && place.field.endsWith(`Language_${code}`))
    if (language !== undefined) store.state.setState({ translating: language })
    setEditorView(store, pickViewForPlace(place))
    // Waits for the next frame, in which the view is rendered.
    requestAnimationFrame(() => showControl(id))
    return
  }
  setSettingsOpen(store, part, true)
  revealPart(store, part, { id })
}

/** The key of the section, condition or question of a place; null for a place outside the sections. */
function findPartKey(form: EditorForm, place: TemplatePlace): string | null {
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
  const show = (): void => element.scrollIntoView({ block: 'center' })
  // Opens the surrounding <details>, as elements inside closed <details> cannot be focused.
  for (
    let around = element.closest('details');
    around !== null;
    around = around.parentElement?.closest('details') ?? null
  ) {
    if (around.open) continue
    // Some <details> render their content only when they are open; the place would then be at the end of the screen.
    around.addEventListener('toggle', () => requestAnimationFrame(show), { once: true })
    around.open = true
  }
  show()
  findControl(element)?.focus({ preventScroll: true })
}

/**
 * @returns a function that names the place of a problem, for example a field of the form, an option, a section or a
 * question
 */
export function usePlaceName(): (place: TemplatePlace) => string {
  const { t, i18n } = useLingui()
  const store = useEditorStore()
  const sectionName = (index: number): string => {
    const number = index + 1
    const titulo = store.state.getState().form.secciones[index]?.titulo ?? ''
    return titulo === '' ? t`Section ${number}` : titulo
  }
  return (place) => {
    switch (place.kind) {
      case 'state': {
        const number = place.state + 1
        const nombre = store.state.getState().form.estados.disponibles[place.state]?.nombre.trim() ?? ''
        return nombre === '' ? t`State ${number}` : nombre
      }
      case 'signature': {
        const number = place.signature + 1
        return t`Signature ${number}`
      }
      case 'section':
        return sectionName(place.section)
      case 'condition': {
        const number = place.condition + 1
        return `${sectionName(place.section)} · ${t`Condition ${number}`}`
      }
      case 'question':
      case 'block':
      case 'choice': {
        const number = place.question + 1
        const titulo = findQuestionAt(store.state.getState().form, place)?.titulo ?? ''
        return `${sectionName(place.section)} · ${titulo === '' ? t`Question ${number}` : titulo}`
      }
      case 'field': {
        const descriptor = FIELD_MESSAGES[place.field]
        return descriptor === undefined ? '' : i18n._(descriptor)
      }
      case 'option':
        return i18n._(OPTION_MESSAGES[place.option].name)
      default:
        return unreachable(place)
    }
  }
}
