import styles from './tight-page.module.css'

/**
 * Layout for a list with little space: on a phone the back link is next to a smaller title, `data-fills` content has
 * the height of the window, and controls of the table's head also appear above its cards.
 * @returns its class, which other pages do not load
 */
export function tightPage(): string {
  return styles['page'] ?? ''
}
