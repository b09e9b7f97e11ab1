import styles from './tight-page.module.css'

/**
 * A list that is short of room: on a phone the way back stands beside a smaller title, what is marked with `data-fills` is as high as the window leaves it, and what can be chosen in the head of the
 * table stands above its cards, too. @returns the class for it, which no other page downloads
 */
export function tightPage(): string {
  return styles['page'] ?? ''
}
