import type { ReactNode } from 'react'
import styles from './public.module.css'

/** The municipality, if the page was served by a service worker. The server's own pages already contain it. */
export function municipalityLine(municipality: string): ReactNode {
  return document.querySelector('.brand') === null ? (
    <p className={`r-soft r-bold ${styles['place']}`}>{municipality}</p>
  ) : undefined
}
