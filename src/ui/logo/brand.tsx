import styles from './brand.module.css'

/** Logo and name, for pages outside of the app's frame. */
export function Brand() {
  return (
    <span className={`r-middle ${styles['brand']}`}>
      <img src="/icon.svg" alt="" width={32} height={32} />
      Relevo
    </span>
  )
}
