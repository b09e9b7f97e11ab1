import { STATE_COLOUR_COUNT, type State } from '#domain/templates/index.ts'
import { useFormTexts } from '../language/in-language.ts'
import styles from './state-label.module.css'

/**
 * The name and colour of an answer's state. The colour is only a visual aid; without a set colour, the id selects one.
 */
export function StateLabel({ state }: { readonly state: Pick<State, 'id' | 'nombre' | 'color'> }) {
  const formText = useFormTexts()
  const hue = state.color ?? state.id % STATE_COLOUR_COUNT
  return (
    <span className={`r-beside ${styles['mark']}`} data-hue={hue}>
      {formText(state, 'nombre')}
    </span>
  )
}
