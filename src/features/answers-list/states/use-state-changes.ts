import { useCallback, useState } from 'react'
import { readAnswer, type Answer } from '#domain/answers/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { listNextStates } from '#domain/corrections/index.ts'
import type { AnswerId, MutationId, Problem, Result } from '#domain/kernel/index.ts'
import { ok, refuse } from '#domain/kernel/index.ts'
import {
  catchStorageFailure,
  endUndoPeriod,
  loadAnswer,
  waitForChangeOutcome,
  type SentChangeOutcome,
} from '#local/index.ts'
import { useAccount } from '#ui/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'

/** Maximum wait for results, milliseconds. Later results are only shown in the list. */
const TIMEOUT_MS = 5_000
/** Time to undo, milliseconds. */
export const UNDO_PERIOD_MS = 7_000
/** Maximum delay of the changes of several answers, milliseconds. Usually they are released after `UNDO_PERIOD_MS`. */
const MAX_HOLD_MS = 120_000

/** Result of a state change of one answer. */
export type StateChangeResult = {
  readonly line: AnswerTableRow
  readonly fate: SentChangeOutcome | { readonly kind: 'moved' }
}

export type StartedStateChange = { readonly line: AnswerTableRow; readonly change: Result<MutationId> | 'moved' }

/** Delay before sending, milliseconds, to allow undo. */
type HoldOptions = { readonly undoPeriodMs?: number }

/**
 * Changes the state of answers of a list through the outbox. Each answer is read completely first. If others have
 * changed its state, or its form version does not allow the transition, the answer is left unchanged and reported.
 */
export function useStateChanges() {
  const { local, ask, change, sync } = useAccount()
  const [done, setDone] = useState<number | null>(null)

  const loadWholeAnswer = useCallback(
    async (id: AnswerId): Promise<Result<Answer>> => {
      const outcome = await ask(readAnswer, { id })
      if (outcome.kind === 'ok') return ok(outcome.value.answer)
      const problem: Problem = toProblem(outcome)
      const copy = problem.code === 'network.unreachable' ? (await loadAnswer(local, id))?.answer : undefined
      return copy === undefined ? { ok: false, problem } : ok(copy)
    },
    [local, ask],
  )

  const begin = useCallback(
    async (line: AnswerTableRow, to: number, holdOptions: HoldOptions = {}): Promise<StartedStateChange> => {
      const result = await catchStorageFailure(async (): Promise<StartedStateChange['change']> => {
        const answer = await loadWholeAnswer(line.id)
        if (!answer.ok) return answer
        const from = answer.value.estados?.actual
        if (from === undefined) return refuse('answer.no-states')
        if (from !== line.standing?.actual) return 'moved'
        if (!listNextStates(answer.value).some(({ id }) => id === to)) return refuse('answer.transition-not-allowed')
        const act = { kind: 'answer.changeState', from, to } as const
        return change(answer.value, act, { newFiles: [], ...holdOptions })
      })
      return { line, change: result.ok ? result.value : result }
    },
    [loadWholeAnswer, change],
  )

  const settle = useCallback(
    async ({ line, change: made }: StartedStateChange, timeout: Promise<unknown>): Promise<StateChangeResult> => {
      if (made === 'moved') return { line, fate: { kind: 'moved' } }
      if (!made.ok) return { line, fate: { kind: 'refused', problem: made.problem } }
      return { line, fate: await waitForChangeOutcome(local, line.id, made.value, timeout) }
    },
    [local],
  )

  const move = useCallback(
    async (
      lines: readonly AnswerTableRow[],
      to: number,
      /** called once all changes are stored, with those that can be undone for `UNDO_PERIOD_MS` before they are sent */
      onStored?: (ids: readonly MutationId[]) => void,
    ): Promise<readonly StateChangeResult[]> => {
      setDone(0)
      try {
        const startedChanges: StartedStateChange[] = []
        // Sequentially, so that an interruption leaves every change either stored completely or not started.
        for (const line of lines) {
          startedChanges.push(await begin(line, to, onStored === undefined ? {} : { undoPeriodMs: MAX_HOLD_MS }))
          setDone(startedChanges.length)
        }
        if (onStored !== undefined) {
          const ids = startedChanges.flatMap(({ change }) => (change !== 'moved' && change.ok ? [change.value] : []))
          setDone(null)
          onStored(ids)
          const release = () => void Promise.all(ids.map((id) => endUndoPeriod(local, id))).then(() => sync.sendNow())
          addEventListener('pagehide', release)
          await resolveAfterMilliseconds(UNDO_PERIOD_MS)
          removeEventListener('pagehide', release)
          release()
        }
        const timeout = resolveAfterMilliseconds(TIMEOUT_MS)
        return await Promise.all(startedChanges.map((startedChange) => settle(startedChange, timeout)))
      } finally {
        setDone(null)
      }
    },
    [begin, settle, local, sync],
  )

  /** `done` is the number of started changes; null if none is running */
  return { move, begin, settle, done }
}

export function resolveAfterMilliseconds(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
