import { useCallback, useEffect, useState } from 'react'
import type { Problem } from '#domain/kernel/index.ts'
import { answersPageSchema, type AnswersPage } from '#domain/sync/index.ts'
import { readAs } from '#sync/index.ts'
import { useAccount, useNudges } from '#ui/index.ts'

export type ServerPage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly page: AnswersPage }
  /** `missing`: the server says that there is no such form, or not for this account */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly refused: boolean }

/**
 * One page of the server's list.
 * @param code empty: every answer of the form
 * @param refresh changes when this device's answers changed, so that what just arrived shows without a tap
 */
export function useAnswersPage(template: string, page: number, code: string, refresh: number): readonly [ServerPage, () => void] {
  const { transport, live } = useAccount()
  const nudges = useNudges(live, 'answers')
  const [state, setState] = useState<{ readonly of: string; readonly server: ServerPage }>({ of: '', server: { kind: 'loading' } })
  const [attempt, setAttempt] = useState(0)
  const of = `${template}/${page}/${code}`
  useEffect(() => {
    let current = true
    const path = `/api/answers?template=${encodeURIComponent(template)}&page=${page}${code === '' ? '' : `&code=${encodeURIComponent(code)}`}`
    const show = (server: ServerPage): void => {
      if (current) setState({ of, server })
    }
    void transport.send({ method: 'GET', path }, readAs(answersPageSchema)).then((outcome) => {
      if (outcome.kind === 'ok') show({ kind: 'here', page: outcome.value })
      else if (outcome.kind === 'wait') show({ kind: 'failed', problem: { code: 'server.busy' }, refused: false })
      else show({ kind: 'failed', problem: outcome.problem, refused: outcome.kind === 'refused' })
    })
    return () => {
      current = false
    }
  }, [transport, template, page, code, of, refresh, nudges, attempt])
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  return [state.of === of ? state.server : { kind: 'loading' }, again]
}
