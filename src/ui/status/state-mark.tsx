import styles from './state-mark.module.css'

/** Number of colours, limited to what readers can distinguish. */
const HUES = 7

/** The state of an answer: its name, with a colour by its position in the form as a visual aid. */
export function StateMark({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <span className={`r-beside ${styles['mark']}`} data-hue={id % HUES}>
      {name}
    </span>
  )
}
