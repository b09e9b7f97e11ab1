import type { ReactNode } from 'react'
import styles from './public.module.css'

/** The municipality, on pages served by a service worker, where the server has not written it. */
export function placeLine(municipality: string): ReactNode {
  return document.querySelector('.brand') === null ? (
    <p className={`r-soft r-bold ${styles['place']}`}>{municipality}</p>
  ) : undefined
}
