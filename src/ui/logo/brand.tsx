import { Mark } from './mark.tsx'
import styles from './brand.module.css'

/** Logo and name above a page outside of the app's frame, so that users who follow a link recognise the owner. */
export function Brand() {
  return (
    <span className={`r-middle ${styles['brand']}`}>
      <Mark size={28} />
      Relevo
    </span>
  )
}
