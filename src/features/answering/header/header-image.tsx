import { useState } from 'react'
import { TEMPLATE_IMAGE } from '#domain/documents/index.ts'
import styles from './header.module.css'

/** The form's banner. Decoration: without a network it is simply not there. */
export function HeaderImage({ url }: { readonly url: string }) {
  const [failed, setFailed] = useState(false)
  // What an older server has handed on may name anything, and each who answers would ask for it.
  return failed || !TEMPLATE_IMAGE.test(url) ? null : (
    <img className={styles['image']} src={url} alt="" onError={() => setFailed(true)} />
  )
}
