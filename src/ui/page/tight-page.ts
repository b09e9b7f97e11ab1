import styles from './tight-page.module.css'

/**
 * A list short of room: on a phone the way back is beside a smaller title, what has `data-fills` is as high as the
 * window allows, and what can be chosen in the table's head also stands above its cards. @returns the class for it,
 * which no other page downloads
 */
export function tightPage(): string {
  return styles['page'] ?? ''
}
