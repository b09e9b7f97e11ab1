import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Waiting = {
  /** shown until the file is loaded */
  readonly meanwhile?: ReactNode
  /** false: not needed yet; `meanwhile` is shown, and keeps the focus while the file loads */
  readonly wanted?: boolean
}

export type Later<P> = ComponentType<P & Waiting> & {
  /** loads the file in advance; ignores failures, because rendering tries again */
  readonly preload: () => void
}

/**
 * A component in a separate file, loaded when first rendered. A loaded file renders at once. Not `React.lazy`, because
 * React delays content after a fallback by 300 ms.
 * @throws while rendering, to the nearest boundary, when the file cannot be loaded; the next render tries again
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
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

  function Later({ meanwhile = null, wanted = true, ...props }: P & Waiting) {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (Component !== undefined || !wanted) return undefined
      let isDrawn = true
      fetchOnce().then(
        (component) => isDrawn && setComponent(() => component),
        (error: unknown) => isDrawn && setFailure({ error }),
      )
      return () => void (isDrawn = false)
    }, [Component, wanted])
    if (failure !== undefined) throw failure.error
    return Component === undefined || !wanted ? meanwhile : <Component {...(props as unknown as P)} />
  }

  return Object.assign(Later, { preload: () => void fetchOnce().catch(() => undefined) })
}
