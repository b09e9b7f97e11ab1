import { Mark } from './mark.tsx'
import styles from './brand.module.css'

/** Mark and name, above a page that stands outside the app's frame: whoever follows a link sees whose page it is. */
export function Brand() {
  return (
    <span className={`r-middle ${styles['brand']}`}>
      <Mark size={28} />
      Relevo
    </span>
  )
}
