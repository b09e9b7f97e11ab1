import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import styles from './charts.module.css'

/** Height of a grid row and distance between cards, px, as in the style sheet. */
const ROW_PX = 4
const GAP_PX = 16

type CardGridProps = {
  /** whether cards have two series, which need more width */
  readonly isCompared: boolean
  readonly children: ReactNode
}

/** Cards in columns without holes. Each card starts below the card above it, whatever the height of its neighbours. */
export function CardGrid({ isCompared, children }: CardGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [observer] = useState(() => new ResizeObserver((entries) => entries.forEach(({ target }) => fitCard(target))))
  useLayoutEffect(() => {
    for (const card of grid.current?.children ?? []) {
      fitCard(card)
      observer.observe(card)
    }
  })
  useEffect(() => () => observer.disconnect(), [observer])
  return (
    <div ref={grid} className={`r-grid ${styles['cards']} ${styles['filled']}`} data-compares={isCompared}>
      {children}
    </div>
  )
}

/** Makes a card as many grid rows high as its content. */
function fitCard(card: Element): void {
  if (!(card instanceof HTMLElement)) return
  card.style.gridRowEnd = `span ${Math.ceil((card.offsetHeight + GAP_PX) / ROW_PX)}`
}
