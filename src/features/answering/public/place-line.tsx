import type { ReactNode } from 'react'
import styles from './public.module.css'

/** Whose form it is, on a page over which the server has not written it: one that a worker kept. */
export function placeLine(municipality: string): ReactNode {
  return document.querySelector('.brand') === null ? (
    <p className={`r-soft r-bold ${styles['place']}`}>{municipality}</p>
  ) : undefined
}
