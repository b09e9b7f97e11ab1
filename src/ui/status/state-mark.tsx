import styles from './state-mark.module.css'

/** As many as a reader can tell apart. */
const HUES = 7

/** The state of an answer: its name, and a colour by its place in the form, which only helps to find it again. */
export function StateMark({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <span className={`r-beside ${styles['mark']}`} data-hue={id % HUES}>
      {name}
    </span>
  )
}
