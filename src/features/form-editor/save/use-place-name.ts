import { useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { questionAt, type TemplatePlace } from '#domain/templates/index.ts'
import { OPTION_MESSAGES } from '../panels/options/option-words.ts'
import { useEditorStore } from '../store/editor-context.tsx'
import { FIELD_MESSAGES } from '../versions/field-words.ts'

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
        const titulo = questionAt(store.state.getState().form, place)?.titulo ?? ''
        return `${sectionName(place.section)} · ${titulo === '' ? t`Question ${number}` : titulo}`
      }
      case 'field': {
        const words = FIELD_MESSAGES[place.field]
        return words === undefined ? '' : i18n._(words)
      }
      case 'option':
        return i18n._(OPTION_MESSAGES[place.option].name)
      default:
        return unreachable(place)
    }
  }
}
