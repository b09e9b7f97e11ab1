import { useCallback, useEffect, useState } from 'react'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import { heldResponseSchema } from '#domain/sync/index.ts'
import { readAs } from '#sync/index.ts'
import { useAccount, useNudges } from '#ui/index.ts'

const read = readAs(heldResponseSchema)
type Held = NonNullable<ReturnType<typeof read>>['held']

export type ShownHeld =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly held: Held }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** A held answer, decided or not; asked for again when a colleague may have decided. What is shown stays while nobody can be asked. */
export function useHeldAnswer(id: AnswerId): readonly [ShownHeld, () => void] {
  const { transport, live } = useAccount()
  const nudges = useNudges(live, 'held')
  const [shown, setShown] = useState<ShownHeld>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  useEffect(() => {
    let current = true
    void transport.send({ method: 'GET', path: `/api/held/${id}` }, read).then((outcome) => {
      if (!current) return
      if (outcome.kind === 'ok') return setShown({ kind: 'here', held: outcome.value.held })
      const problem: Problem = outcome.kind === 'wait' ? { code: 'server.busy' } : outcome.problem
      setShown((before) => (outcome.kind !== 'refused' && before.kind === 'here' ? before : { kind: 'failed', problem }))
    })
    return () => {
      current = false
    }
  }, [transport, id, nudges, attempt])
  return [shown, again]
}
