import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { State } from '#domain/templates/index.ts'
import type { MutationId } from '#domain/kernel/index.ts'
import { endHold, takeBackChange } from '#local/index.ts'
import { notify, useAccount, useProblemText } from '#ui/index.ts'
import type { AnswerLine } from '../answer-lines.ts'
import { nameOfLine } from '../states/name-of-line.ts'
import { useFateText } from '../states/use-fate-text.ts'
import { useStateChanges, waiting } from '../states/use-state-changes.ts'

/** How long a decision stays on this device. Milliseconds. */
const HELD = 8_000
/** A page that is left goes on for so long to hear what became of it. Milliseconds. */
const PATIENCE = 5_000
/** How long it is offered to be taken back: not to the last moment, in which it leaves. Milliseconds. */
const UNDOABLE = 7_000

export type Decision = {
  readonly line: AnswerLine
  readonly to: Pick<State, 'id' | 'nombre'>
  /** by which it is followed; undefined: it is not in the outbox yet */
  readonly id: MutationId | undefined
  readonly isUndoable: boolean
  /** the server has it, and the list is asked again */
  readonly isAccepted: boolean
}
type Decisions = ReadonlyMap<string, Decision>

/**
 * Decides about answers of a list, one after the other. Each is read first, and not reported as decided until then; the
 * decision then stays in the outbox for some seconds, while it can be taken back. Only what failed is reported.
 * @param moved the list has changed
 */
export function useDecisions(lines: readonly AnswerLine[], moved: () => void) {
  const { t } = useLingui()
  const { local } = useAccount()
  const { begin, settle } = useStateChanges()
  const textOf = useFateText()
  const problemText = useProblemText()
  const [made, setMade] = useState<Decisions>(new Map())
  const [last, setLast] = useState<string>()

  const gone = useGone()

  /** @param id of the decision that this is said of: by then there may be another about the same answer */
  const put = (line: AnswerLine, id: MutationId | undefined, decision: Decision | undefined): void =>
    setMade((before) => {
      const now = before.get(line.id)
      if (now !== undefined && now.id !== id) return before
      const others = [...before].filter(([one]) => one !== line.id)
      return new Map(decision === undefined ? others : [...others, [line.id, decision]])
    })

  async function decide(line: AnswerLine, to: Decision['to']): Promise<void> {
    const deciding: Decision = { line, to, id: undefined, isUndoable: false, isAccepted: false }
    setMade((before) => new Map(before).set(line.id, deciding))
    setLast(line.id)
    const begun = await begin(line, to.id, { hold: HELD }).catch((error: unknown) => {
      put(line, undefined, undefined)
      throw error
    })
    const id = begun.change !== 'moved' && begun.change.ok ? begun.change.value : undefined
    if (id !== undefined) {
      put(line, undefined, { ...deciding, id, isUndoable: true })
      void waiting(UNDOABLE).then(() =>
        setMade((before) => {
          const now = before.get(line.id)
          return now?.id === id ? new Map(before).set(line.id, { ...now, isUndoable: false }) : before
        }),
      )
      const release = (): void => void endHold(local, id)
      addEventListener('pagehide', release)
      void waiting(HELD).then(() => removeEventListener('pagehide', release))
    }
    const changed = await settle(begun, Promise.all([gone(), waiting(HELD + PATIENCE)]))
    const { kind } = changed.fate
    if (kind === 'waiting') return
    put(line, id, kind === 'accepted' ? { ...deciding, id, isAccepted: true } : undefined)
    if (kind === 'withdrawn') return
    moved()
    if (kind === 'accepted') return
    const { tone, text } = textOf(changed)
    notify({ tone, text: `${nameOfLine(line)}: ${text}` })
  }

  /** @returns whether it was in time */
  async function undo({ id }: Decision): Promise<boolean> {
    if (id === undefined) return false
    const taken = await takeBackChange(local, id)
    const isBack = taken.ok && taken.value
    if (!taken.ok) notify({ tone: 'attention', text: problemText(taken.problem) })
    else if (!isBack) notify({ tone: 'attention', text: t`It has left this device and cannot be taken back any more.` })
    return isBack
  }

  const past = [...made.values()].filter((decision) => decision.isAccepted && isPast(decision, lines))
  if (past.length > 0) setMade((before) => new Map([...before].filter(([, decision]) => !past.includes(decision))))

  const lastMade = last === undefined ? undefined : made.get(last)
  return {
    decide,
    undo,
    /** what was decided about this answer, while the list shows it as it was before */
    about: (line: AnswerLine): Decision | undefined => {
      const decision = made.get(line.id)
      return decision?.line.standing?.actual === line.standing?.actual ? decision : undefined
    },
    /** the youngest, while it can be taken back */
    last: lastMade?.isUndoable === true ? lastMade : undefined,
    dismiss: () => setLast(undefined),
  }
}

/** The list knows of it: what the answer comes to from there, be it the state of before, is another matter. */
function isPast({ line }: Decision, lines: readonly AnswerLine[]): boolean {
  const now = lines.find(({ id }) => id === line.id)
  return now !== undefined && (now.standing?.actual !== line.standing?.actual || now.updatedAt !== line.updatedAt)
}

/** @returns what resolves when this part of the page has gone */
function useGone(): () => Promise<void> {
  const current = useRef(Promise.resolve())
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    current.current = promise
    return resolve
  }, [])
  return () => current.current
}
