import { useEffect, useRef, useState } from 'react'
import { listStatisticsTexts, type StatisticsTexts } from '#domain/statistics/index.ts'
import { toProblem, type InputOf } from '#domain/endpoints/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import { useAccount } from '#ui/index.ts'
import type { StatisticsNarrowing } from '../use-statistics.ts'

type SingleAnswer = StatisticsTexts['texts'][number]
export type TextPages = {
  readonly answers: readonly SingleAnswer[]
  /** there are more answers, or it is unknown */
  readonly more: boolean
  readonly busy: boolean
  readonly problem: Problem | null
  readonly load: () => void
}

type State = Omit<TextPages, 'busy' | 'load'> & { readonly next: string | undefined }
const INITIAL_STATE: State = { answers: [], more: true, problem: null, next: undefined }

/**
 * Individual answers to a question, loaded by page on request. A new filter or search starts with the first page.
 */
export function useTextPages(
  form: TemplateId,
  filter: StatisticsNarrowing,
  question: string,
  sought: string,
): TextPages {
  const { ask } = useAccount()
  const narrowed = JSON.stringify({ id: form, ...filter, question, sought })
  const [state, setState] = useState(INITIAL_STATE)
  const [busy, setBusy] = useState(true)
  const wanted = useRef(narrowed)

  const load = async (after: string | undefined): Promise<void> => {
    setBusy(true)
    const input = { ...(JSON.parse(narrowed) as InputOf<typeof listStatisticsTexts>), after }
    const outcome = await ask(listStatisticsTexts, input)
    if (wanted.current !== narrowed) return
    setBusy(false)
    setState((before) => {
      if (outcome.kind !== 'ok') return { ...before, problem: toProblem(outcome) }
      const { texts, next } = outcome.value
      const shown = after === undefined ? [] : before.answers
      return { answers: [...shown, ...texts], more: next !== undefined, problem: null, next }
    })
  }
  useEffect(() => {
    wanted.current = narrowed
    setState(INITIAL_STATE)
    void load(undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` depends only on `narrowed`
  }, [narrowed])
  return { ...state, busy, load: () => void load(state.next) }
}
