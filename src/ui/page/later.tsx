import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Waiting = {
  /** what stands in its place until its file is here */
  readonly meanwhile?: ReactNode
  /** false: it is not asked for yet; `meanwhile` stands, and keeps the focus while the file is fetched */
  readonly wanted?: boolean
}

export type Later<P> = ComponentType<P & Waiting> & {
  /** fetches the file before it is drawn; nothing is said when that fails, since drawing asks again */
  readonly preload: () => void
}

/**
 * A component in a file of its own, fetched when first drawn. Where the file is here already, it is drawn at once.
 * Not `React.lazy`: React keeps whatever has shown a fallback back for 300 ms, however soon its file is here.
 * @throws while drawing, to the nearest boundary, when the file cannot be had; the next one drawn asks for it again
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
