import { Mark } from './mark.tsx'
import styles from './brand.module.css'

/** Mark and name, above a page outside the app's frame, so that users who follow a link see whose page it is. */
export function Brand() {
  return (
    <span className={`r-middle ${styles['brand']}`}>
      <Mark size={28} />
      Relevo
    </span>
  )
}
