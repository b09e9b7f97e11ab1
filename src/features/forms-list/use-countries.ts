import { useCallback, useEffect, useState } from 'react'
import type { CountryOfList } from '#domain/places/index.ts'
import { listCountries } from '#sync/index.ts'
import { useAccount } from '#ui/index.ts'
import type { Failure } from './failure-text.ts'

export type Countries =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly countries: readonly CountryOfList[] }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Every place that a form can be copied to. @returns a function that asks again, too */
export function useCountries(): readonly [Countries, () => void] {
  const { transport } = useAccount()
  const [list, setList] = useState<Countries>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let current = true
    void listCountries(transport).then((outcome) => {
      if (!current) return
      setList(outcome.kind === 'ok' ? { kind: 'here', countries: outcome.value } : { kind: 'failed', failure: outcome })
    })
    return () => {
      current = false
    }
  }, [transport, attempt])
  const again = useCallback(() => {
    setList({ kind: 'loading' })
    setAttempt((before) => before + 1)
  }, [])
  return [list, again]
}
