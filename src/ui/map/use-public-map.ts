import { useEffect, useMemo, useState } from 'react'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { PublicMapFacts } from '#domain/maps/index.ts'
import { type MapSource, createPublicMapSource } from '#sync/map/index.ts'
import { useAccount, useOnline } from '#ui/index.ts'

type PublicMap = {
  readonly source: MapSource
  /** null while unknown */
  readonly facts: PublicMapFacts | null
  /** why the facts could not be loaded */
  readonly problem: Problem | null
}

/** The map of a public form. Requested again when the network returns. */
export function usePublicMap(form: TemplateId): PublicMap {
  const { ask } = useAccount()
  const source = useMemo(() => createPublicMapSource(globalThis, { ask, form }), [ask, form])
  const [known, setKnown] = useState<Omit<PublicMap, 'source'>>({ facts: null, problem: null })
  const online = useOnline()
  useEffect(() => {
    let hasLeft = false
    void source.facts().then((reply) => {
      if (hasLeft) return
      if (reply.ok) setKnown({ facts: reply.value, problem: null })
      else setKnown(({ facts }) => ({ facts, problem: reply.problem }))
    })
    return () => {
      hasLeft = true
    }
  }, [source, online])
  return { source, ...known }
}
