import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Parts within this distance of the screen are rendered. */
const RENDER_MARGIN = '1000px 0px'

type RenderWhenNearProps = {
  /** estimated height of the content before it is rendered: pixels or CSS length */
  readonly height: number | string
  /** whether to render the content at once, because the user jumps to it */
  readonly isWanted: boolean
  readonly children: () => ReactNode
}

/**
 * Renders its content when it is near the screen, so that 2,000 questions open as fast as 20. Rendered content is never
 * removed, which would lose the focus.
 */
export function RenderWhenNear({ height, isWanted, children }: RenderWhenNearProps) {
  const box = useRef<HTMLDivElement>(null)
  // Without an observer (old browsers, tests) everything is rendered.
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  const isShown = seen || isWanted
  // Marks content that the user has jumped to as seen, so that it stays rendered.
  if (isWanted && !seen) setSeen(true)
  useEffect(() => {
    const element = box.current
    if (isShown || element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
      },
      { rootMargin: RENDER_MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isShown])
  return isShown ? <>{children()}</> : <div ref={box} style={{ height }} aria-hidden="true" />
}
