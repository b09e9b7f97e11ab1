import { type ComponentType, useEffect, useState } from 'react'

/**
 * Retry interval, milliseconds. Needed in addition to the `online` event if the server is unavailable or the
 * connection is silently lost.
 */
const RETRY_MS = 30_000

/**
 * An optional component in a separate file. Nothing is shown until it is loaded. A failed load is repeated when the
 * network returns, after an interval, and when the component is next mounted.
 */
export function lazyPartOrNone<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined

  return function LaterOrNone(props: P) {
    const [Component, setComponent] = useState(() => loaded)
    useEffect(() => {
      if (Component !== undefined) return
      let hasLeft = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const ask = async (): Promise<void> => {
        clearTimeout(timer)
        loaded ??= await load().catch(() => undefined)
        if (hasLeft) return
        if (loaded === undefined) timer = setTimeout(() => void ask(), RETRY_MS)
        else setComponent(() => loaded)
      }
      const onLine = (): void => void ask()
      addEventListener('online', onLine)
      void ask()
      return () => {
        hasLeft = true
        clearTimeout(timer)
        removeEventListener('online', onLine)
      }
    }, [Component])
    return Component === undefined ? null : <Component {...props} />
  }
}
