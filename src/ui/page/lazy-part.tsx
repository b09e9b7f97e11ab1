import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Waiting = {
  /** shown until the file is loaded */
  readonly meanwhile?: ReactNode
  /** whether the component is needed; if false, `meanwhile` is shown */
  readonly isWanted?: boolean
}

export type LazyPart<P> = ComponentType<P & Waiting> & {
  /** loads the file in advance; ignores failures, as rendering tries again */
  readonly preload: () => void
}

/**
 * A component in a separate file, which is loaded when first rendered. Not `React.lazy`, because React delays content
 * after a fallback by 300 ms.
 * @throws while rendering if the file cannot be loaded; the next mount tries again
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined

  async function fetchOnce(): Promise<ComponentType<P>> {
    try {
      loading ??= load()
      loaded = await loading
      return loaded
    } finally {
      loading = undefined
    }
  }

  function LazyComponent({ meanwhile = null, isWanted = true, ...props }: P & Waiting) {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (Component !== undefined || !isWanted) return undefined
      let isDrawn = true
      fetchOnce().then(
        (component) => isDrawn && setComponent(() => component),
        (error: unknown) => isDrawn && setFailure({ error }),
      )
      return () => void (isDrawn = false)
    }, [Component, isWanted])
    if (failure !== undefined) throw failure.error
    return Component === undefined || !isWanted ? meanwhile : <Component {...(props as unknown as P)} />
  }

  return Object.assign(LazyComponent, { preload: () => void fetchOnce().catch(() => undefined) })
}
