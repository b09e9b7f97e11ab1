import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { isStateChangeRepairable } from '#domain/answers/index.ts'
import type { MutationId } from '#domain/kernel/index.ts'
import type { State } from '#domain/templates/index.ts'
import { endUndoPeriod, withdrawChange } from '#local/index.ts'
import { FormDialog, notify, useFormTexts, useAccount, useProblemText } from '#ui/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'
import { formatLineName } from '../states/name-of-line.ts'
import { useKnownState } from '../states/state-cell.tsx'
import { useChangeOutcomeText } from '../states/use-fate-text.ts'
import {
  useStateChanges,
  resolveAfterMilliseconds,
  UNDO_PERIOD_MS,
  type StateChangeResult,
} from '../states/use-state-changes.ts'

/** Delay before a decision is sent, milliseconds; longer than `UNDO_PERIOD_MS`, while the bar offers to undo it. */
const HOLD_MS = 8_000
/** Maximum wait for results after the page was left, milliseconds. */
const TIMEOUT_MS = 5_000

export type StateDecision = {
  readonly line: AnswerTableRow
  readonly to: Pick<State, 'id' | 'nombre'>
  /** id of the decision's mutation; undefined until it is in the outbox */
  readonly id: MutationId | undefined
  readonly isUndoable: boolean
  /** whether the server has accepted the decision and the list has been requested again */
  readonly isAccepted: boolean
}
/** Decisions on answers of a list, in their rows and beside the list. */
export type StateDecisions = ReturnType<typeof useStateDecisions>

/**
 * Decisions on answers of a list. A decision can be undone for `UNDO_PERIOD_MS` and stays in the outbox for `HOLD_MS`.
 * Only failures are reported. @param moved called when the list may have changed on the server @param known the form's
 * states as this device has them
 */
export function useStateDecisions(lines: readonly AnswerTableRow[], moved: () => void, known: readonly State[]) {
  const { t } = useLingui()
  const { local } = useAccount()
  const { begin, settle } = useStateChanges()
  const outcomeText = useChangeOutcomeText()
  const problemText = useProblemText()
  const [made, setMade] = useState<ReadonlyMap<string, StateDecision>>(new Map())
  const [last, setLast] = useState<string>()
  const [asking, setAsking] = useState<StateQuestion>()
  /** states without a way back that the user has confirmed once */
  const confirmed = useRef(new Set<number>())

  const gone = useUnmountPromise()

  /** @param id id of the decision to replace; a newer decision on the same answer is left unchanged */
  const put = (line: AnswerTableRow, id: MutationId | undefined, decision: StateDecision | undefined): void =>
    setMade((before) => {
      const now = before.get(line.id)
      if (now !== undefined && now.id !== id) return before
      const others = [...before].filter(([item]) => item !== line.id)
      return new Map(decision === undefined ? others : [...others, [line.id, decision]])
    })

  /**
   * Asks before the first change to each state without a way back; later ones can only be undone for `UNDO_PERIOD_MS`.
   * @param begun called when the decision is made
   */
  function decide(line: AnswerTableRow, to: StateDecision['to'], begun?: () => void): void {
    const decideNow = (): void => {
      setAsking(undefined)
      void make(line, to)
      begun?.()
    }
    const submit = (): void => {
      confirmed.current.add(to.id)
      decideNow()
    }
    const isNew = !confirmed.current.has(to.id) && needsConfirmation(known, line, to)
    if (isNew) setAsking({ to, submit, close: () => setAsking(undefined) })
    else decideNow()
  }

  async function make(line: AnswerTableRow, to: StateDecision['to']): Promise<void> {
    const deciding: StateDecision = { line, to, id: undefined, isUndoable: false, isAccepted: false }
    setMade((before) => new Map(before).set(line.id, deciding))
    setLast(line.id)
    const startedChange = await begin(line, to.id, { undoPeriodMs: HOLD_MS }).catch((error: unknown) => {
      put(line, undefined, undefined)
      throw error
    })
    const id = startedChange.change !== 'moved' && startedChange.change.ok ? startedChange.change.value : undefined
    if (id !== undefined) {
      put(line, undefined, { ...deciding, id, isUndoable: true })
      void resolveAfterMilliseconds(UNDO_PERIOD_MS).then(() =>
        setMade((before) => {
          const now = before.get(line.id)
          return now?.id === id ? new Map(before).set(line.id, { ...now, isUndoable: false }) : before
        }),
      )
      const release = (): void => void endUndoPeriod(local, id)
      addEventListener('pagehide', release)
      void resolveAfterMilliseconds(HOLD_MS).then(() => removeEventListener('pagehide', release))
    }
    const changed = await settle(startedChange, Promise.all([gone(), resolveAfterMilliseconds(HOLD_MS + TIMEOUT_MS)]))
    const { kind } = changed.fate
    if (kind === 'waiting') return
    put(line, id, kind === 'accepted' ? { ...deciding, id, isAccepted: true } : undefined)
    if (kind === 'withdrawn') return
    moved()
    if (kind === 'accepted') return
    const { tone, text } = outcomeText(changed)
    notify({ tone, text: `${formatLineName(line)}: ${text}` })
  }

  /** @returns true if the decision was undone before it was sent */
  async function undo({ id }: StateDecision): Promise<boolean> {
    if (id === undefined) return false
    const result = await withdrawChange(local, id)
    const wasUndone = result.ok && result.value
    if (!result.ok) notify({ tone: 'attention', text: problemText(result.problem) })
    else if (!wasUndone)
      notify({ tone: 'attention', text: t`The change has already been sent and can no longer be undone.` })
    return wasUndone
  }

  /** Shows a change of several answers in their rows. */
  const showSeveral = (changed: readonly AnswerTableRow[], to: StateDecision['to']): void =>
    setMade((before) => {
      const shown = changed.map((line): [string, StateDecision] => [
        line.id,
        { line, to, id: undefined, isUndoable: false, isAccepted: false },
      ])
      return new Map([...before, ...shown])
    })

  /** Stops showing changes that were not made. Accepted changes are shown until the list reflects them. */
  const settleSeveral = (results: readonly StateChangeResult[]): void =>
    setMade((before) => {
      const now = new Map(before)
      for (const { line, fate } of results) {
        const decision = before.get(line.id)
        if (decision === undefined || decision.id !== undefined || fate.kind === 'waiting') continue
        if (fate.kind === 'accepted') now.set(line.id, { ...decision, isAccepted: true })
        else now.delete(line.id)
      }
      return now
    })

  const past = [...made.values()].filter((decision) => decision.isAccepted && isDecisionInList(decision, lines))
  if (past.length > 0) setMade((before) => new Map([...before].filter(([, decision]) => !past.includes(decision))))

  const latestDecision = last === undefined ? undefined : made.get(last)
  return {
    decide,
    undo,
    showSeveral,
    settleSeveral,
    /** dialog to show before a decision that nothing repairs */
    question: asking && <StateConfirmation following={1} {...asking} />,
    /** decision on this answer, until the list reflects it */
    about: (line: AnswerTableRow): StateDecision | undefined => {
      const decision = made.get(line.id)
      return decision?.line.standing?.actual === line.standing?.actual ? decision : undefined
    },
    /** latest decision, while it can be undone */
    last: latestDecision?.isUndoable === true ? latestDecision : undefined,
    dismiss: () => setLast(undefined),
  }
}

/** Whether the list already contains the decision, or a later change of the answer. */
function isDecisionInList({ line }: StateDecision, lines: readonly AnswerTableRow[]): boolean {
  const now = lines.find(({ id }) => id === line.id)
  return now !== undefined && (now.standing?.actual !== line.standing?.actual || now.updatedAt !== line.updatedAt)
}

/** @returns a function that returns a promise, which resolves when the component is unmounted */
function useUnmountPromise(): () => Promise<void> {
  const current = useRef(Promise.resolve())
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    current.current = promise
    return resolve
  }, [])
  return () => current.current
}

/** A state change that waits for the user's confirmation. */
type StateQuestion = {
  readonly to: Pick<State, 'id' | 'nombre'>
  readonly submit: () => void
  readonly close: () => void
}

/** Whether the user must confirm a state change, because later changes cannot repair it. */
export function needsConfirmation(
  known: readonly State[],
  { standing }: AnswerTableRow,
  { id }: Pick<State, 'id'>,
): boolean {
  return standing !== null && known[id] !== undefined && !isStateChangeRepairable(known, standing.actual, id)
}

/** Asks before answers change to a state without a way back. */
export function StateConfirmation({ to, submit, close, following }: StateQuestion & { readonly following: number }) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const known = useKnownState()
  const state = formText(known(to), 'nombre')
  return (
    <FormDialog
      title={t`Change to “${state}”?`}
      submit={
        following === 1 ? (
          <Trans>Change state</Trans>
        ) : (
          <Plural value={following} one="Change the state of # answer" other="Change the state of # answers" />
        )
      }
      danger
      onSubmit={submit}
      onClose={close}
    >
      <p>
        <Trans>You cannot go back from this state. You can undo the change only for a few seconds.</Trans>
      </p>
    </FormDialog>
  )
}
