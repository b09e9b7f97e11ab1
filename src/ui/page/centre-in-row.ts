/** Scrolls a row horizontally, so that the child that matches is in its middle. */
export function centreInRow(row: HTMLElement | null, selector: string): void {
  const child = row?.querySelector(selector)
  if (row === null || child === undefined || child === null) return
  const [outer, inner] = [row.getBoundingClientRect(), child.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
}
