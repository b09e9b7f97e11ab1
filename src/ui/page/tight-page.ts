import styles from './tight-page.module.css'

/**
 * Layout for lists with little space: on phones the back link is next to a smaller title, `data-fills` content has the
 * height of the window, and controls of the table's head are also shown above cards.
 * @returns the layout's class
 */
export function buildTightPageClass(): string {
  return styles['page'] ?? ''
}
