import { useCallback, useEffect, useState } from 'react'
import type { TemplateId } from '#domain/kernel/index.ts'
import { openTemplate } from '#sync/index.ts'
import { useAccount } from '#ui/index.ts'
import type { Failure } from './failure-text.ts'

export type AnswerCount =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly answers: number }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** How many answers a form has: only the server knows those of everybody. @returns a function that asks again, too */
export function useAnswerCount(template: TemplateId): readonly [AnswerCount, () => void] {
  const { transport } = useAccount()
  const [count, setCount] = useState<AnswerCount>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let current = true
    void openTemplate(transport, template).then((outcome) => {
      if (!current) return
      setCount(outcome.kind === 'ok' ? { kind: 'here', answers: outcome.value.answers } : { kind: 'failed', failure: outcome })
    })
    return () => {
      current = false
    }
  }, [transport, template, attempt])
  const again = useCallback(() => {
    setCount({ kind: 'loading' })
    setAttempt((before) => before + 1)
  }, [])
  return [count, again]
}
