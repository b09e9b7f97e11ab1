import { LogoMark } from './mark.tsx'
import styles from './brand.module.css'

/** Logo and name, for pages outside of the app's frame. */
export function Brand() {
  return (
    <span className={`r-middle ${styles['brand']}`}>
      <LogoMark size={28} />
      Relevo
    </span>
  )
}
