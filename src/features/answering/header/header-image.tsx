import { useState } from 'react'
import styles from './header.module.css'

/** The form's banner. Decoration: without a network it is simply not there. */
export function HeaderImage({ url }: { readonly url: string }) {
  const [failed, setFailed] = useState(false)
  return failed ? null : <img className={styles['image']} src={url} alt="" onError={() => setFailed(true)} />
}
