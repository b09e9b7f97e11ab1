import { type ComponentType, useEffect, useState } from 'react'

/** Milliseconds. `online` reports a lost line; this is for a server that was away, or a line that says nothing. */
const AGAIN_MS = 30_000

/**
 * A help in a file of its own, without which the rest is as good: nothing stands in its place until the file is here.
 * One lost on the way is asked for again when there is a line, after a while, and by the next that is drawn.
 */
export function laterOrNone<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined

  return function LaterOrNone(props: P) {
    const [Component, setComponent] = useState(() => loaded)
    useEffect(() => {
      if (Component !== undefined) return
      let left = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const ask = async (): Promise<void> => {
        clearTimeout(timer)
        loaded ??= await load().catch(() => undefined)
        if (left) return
        if (loaded === undefined) timer = setTimeout(() => void ask(), AGAIN_MS)
        else setComponent(() => loaded)
      }
      const onLine = (): void => void ask()
      addEventListener('online', onLine)
      void ask()
      return () => {
        left = true
        clearTimeout(timer)
        removeEventListener('online', onLine)
      }
    }, [Component])
    return Component === undefined ? null : <Component {...props} />
  }
}
