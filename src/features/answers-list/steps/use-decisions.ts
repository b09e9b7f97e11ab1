import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { State } from '#domain/documents/index.ts'
import type { MutationId } from '#domain/kernel/index.ts'
import { endHolds, takeBackChange } from '#local/index.ts'
import { notify, useAccount, useProblemText } from '#ui/index.ts'
import type { AnswerLine } from '../answer-lines.ts'
import { nameOfLine } from '../states/name-of-line.ts'
import { useFateText } from '../states/use-fate-text.ts'
import { useStateChanges, waiting, type Begun } from '../states/use-state-changes.ts'

/** How long a decision stays on this device. Milliseconds. */
const HELD = 8_000
/** How long it is offered to be taken back: not to the last moment, in which it leaves. Milliseconds. */
const UNDOABLE = 7_000
/** How long the server is waited for after that. Milliseconds. */
const PATIENCE = 5_000

export type Decision = {
  readonly line: AnswerLine
  readonly to: Pick<State, 'id' | 'nombre'>
  readonly begun: Promise<Begun>
  readonly isUndoable: boolean
}
type Decisions = ReadonlyMap<string, Decision>

/**
 * What is decided about answers of a list, one after the other. Each decision is in the outbox at once and leaves it some seconds later, until when it can be taken back; only what
 * did not come to be is reported.
 * @param moved the list has changed
 */
export function useDecisions(moved: () => void) {
  const { t } = useLingui()
  const { local } = useAccount()
  const { begin, settle } = useStateChanges()
  const textOf = useFateText()
  const problemText = useProblemText()
  const [made, setMade] = useState<Decisions>(new Map())
  const [last, setLast] = useState<string>()

  const held = useRef(new Set<MutationId>())
  useEffect(() => {
    const release = (): void => void endHolds(local, [...held.current])
    addEventListener('pagehide', release)
    return () => removeEventListener('pagehide', release)
  }, [local])

  const put = ({ line: { id } }: Decision, decision: Decision | undefined): void =>
    setMade((before) => {
      const others = [...before].filter(([one]) => one !== id)
      return new Map(decision === undefined ? others : [...others, [id, decision]])
    })

  async function decide(line: AnswerLine, to: Decision['to']): Promise<void> {
    const begun = begin(line, to.id, { hold: HELD })
    const decision: Decision = { line, to, begun, isUndoable: true }
    put(decision, decision)
    setLast(line.id)
    void waiting(UNDOABLE).then(() =>
      setMade((before) =>
        before.get(line.id) === decision ? new Map(before).set(line.id, { ...decision, isUndoable: false }) : before,
      ),
    )
    const made = await begun
    if (made.change !== 'moved' && made.change.ok) held.current.add(made.change.value)
    const changed = await settle(made, waiting(HELD + PATIENCE))
    const { kind } = changed.fate
    if (kind === 'waiting') return
    if (kind !== 'accepted') put(decision, undefined)
    if (kind === 'withdrawn') return
    moved()
    if (kind === 'accepted') return
    const { tone, text } = textOf(changed)
    notify({ tone, text: `${nameOfLine(line)}: ${text}` })
  }

  /** @returns whether it was in time */
  async function undo({ begun }: Decision): Promise<boolean> {
    const { change } = await begun
    if (change === 'moved' || !change.ok) return false
    const taken = await takeBackChange(local, change.value)
    const isBack = taken.ok && taken.value
    if (!taken.ok) notify({ tone: 'attention', text: problemText(taken.problem) })
    else if (!isBack) notify({ tone: 'attention', text: t`It has left this device and cannot be taken back any more.` })
    return isBack
  }

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
