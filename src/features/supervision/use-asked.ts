import { useCallback, useEffect, useState } from 'react'
import type { Problem } from '#domain/kernel/index.ts'
import type { readAs } from '#sync/index.ts'
import { useAccount } from '#ui/index.ts'

/** What the server was asked for. `problem`, where there is something: it could not be asked again, and this is how it was. */
export type Asked<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly value: T; readonly problem: Problem | null }
  | { readonly kind: 'failed'; readonly problem: Problem }

type Answered<T> = { readonly path: string; readonly value: T | undefined; readonly problem: Problem | null }

/**
 * Asks the server, and again whenever it says that there is news; what is on screen stays until the new is there.
 * @param read made once, outside the component
 * @param nudges of the topic that the path belongs to
 * @returns what is known, and how to ask again at once
 */
export function useAsked<T>(path: string, read: ReturnType<typeof readAs<T>>, nudges: number): readonly [Asked<T>, () => void] {
  const { transport } = useAccount()
  const [answered, setAnswered] = useState<Answered<T>>({ path: '', value: undefined, problem: null })
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  useEffect(() => {
    let current = true
    void transport.send({ method: 'GET', path }, read).then((outcome) => {
      if (!current) return
      const problem: Problem | null = outcome.kind === 'ok' ? null : outcome.kind === 'wait' ? { code: 'server.busy' } : outcome.problem
      setAnswered((before) => {
        if (outcome.kind === 'ok') return { path, value: outcome.value, problem: null }
        // A refusal is about the right to see it at all; then nothing of it stays.
        const kept = outcome.kind !== 'refused' && before.path === path ? before.value : undefined
        return { path, value: kept, problem }
      })
    })
    return () => {
      current = false
    }
  }, [transport, path, read, nudges, attempt])
  return [askedOf(answered, path), again]
}

function askedOf<T>({ path: of, value, problem }: Answered<T>, path: string): Asked<T> {
  if (of !== path) return { kind: 'loading' }
  if (value !== undefined) return { kind: 'here', value, problem }
  return problem === null ? { kind: 'loading' } : { kind: 'failed', problem }
}
