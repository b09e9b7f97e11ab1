import styles from './state-mark.module.css'

/** Number of colours. More could not be distinguished. */
const HUES = 7

/** The name of an answer's state, with a colour by the state's id as a visual aid. */
export function StateMark({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <span className={`r-beside ${styles['mark']}`} data-hue={id % HUES}>
      {name}
    </span>
  )
}
