import { useEffect, useState } from 'react'
import type { Problem } from '#domain/kernel/index.ts'
import type { Outcome } from '#domain/api/index.ts'
import { problemOf } from './problem-of.ts'

export type Call<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly problem: Problem }

/**
 * Asks the server for a list to choose from, when the panel appears and whenever somebody tries again. An answer that comes after
 * another question was asked is not shown.
 * @param load stays the same function as long as the question is the same
 */
export function useCall<T>(load: () => Promise<Outcome<T>>): { readonly call: Call<T>; readonly again: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [answered, setAnswered] = useState<{ readonly to: typeof load; readonly attempt: number; readonly call: Call<T> } | null>(null)
  useEffect(() => {
    let current = true
    void load().then((outcome) => {
      if (!current) return
      const call: Call<T> = outcome.kind === 'ok' ? { kind: 'ready', value: outcome.value } : { kind: 'failed', problem: problemOf(outcome) }
      setAnswered({ to: load, attempt, call })
    })
    return () => {
      current = false
    }
  }, [load, attempt])
  const call: Call<T> = answered?.to === load && answered.attempt === attempt ? answered.call : { kind: 'loading' }
  return { call, again: () => setAttempt((before) => before + 1) }
}
