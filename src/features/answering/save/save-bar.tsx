import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { IconArrowDown, IconDeviceFloppy } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Problem } from '#domain/kernel/index.ts'
import { useProblemText, WorkBar } from '#ui/index.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { markMissing } from '../form/form-actions.ts'
import type { Missing } from '#domain/answering/index.ts'
import { nextMissing } from '../form/missing-of.ts'
import type { AnsweringSession } from '../session.ts'
import { goTo } from './go-to.ts'
import { JournalNote } from './journal-note.tsx'
import { MissingSummary } from './missing-summary.tsx'
import styles from './save.module.css'
import { AnswerUndo } from './undo-bar.tsx'

type SaveBarProps = {
  readonly session: AnsweringSession
  /** the answer is durable on this device */
  readonly onSaved: () => void
  /** where space can be made, said when there is none left */
  readonly whenFull?: ReactNode
  /** of a change to a stored answer */
  readonly changing?: {
    /** the way out without saving */
    readonly cancel: ReactNode
    /** said before why it could not be saved */
    readonly failed: ReactNode
    /** @returns whether this refusal was told in another way */
    readonly onRefused: (problem: Problem) => boolean
  }
}

/** Always within the thumb's reach: how far, what is missing, save. It never asks whether there is a network. */
export function SaveBar({ session, onSaved, whenFull, changing }: SaveBarProps) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const problemText = useProblemText()
  const marked = useForm((state) => state.marked)
  // After a first try what is missing follows the changes, a little behind the typing; before it, nothing is counted.
  const changed = useDeferredValue(useForm((state) => (state.marked || changing !== undefined ? state : null)))
  const lacks = changed === null ? [] : session.missing()
  const [listed, setListed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  const save = async (): Promise<void> => {
    setProblem(null)
    setBusy(true)
    try {
      const captured = await form.captures.settled()
      markMissing(form)
      // What could not be kept is told at its place, too; saved without it, the answer would lack it without a word.
      if (!captured.ok) return setProblem(captured.problem)
      if (session.missing().length > 0) return setListed(true)
      const result = await session.save()
      if (result.ok) onSaved()
      else if (changing?.onRefused(result.problem) !== true) setProblem(result.problem)
    } catch {
      setProblem({ code: 'device.storage-failed' })
    } finally {
      setBusy(false)
    }
  }

  const [first] = lacks
  const isHeldBack = changing !== undefined && first !== undefined
  // From where the person is: the question they touched last, or where this button led them if they have touched none since.
  const went = useRef<{ readonly lack: Missing; readonly focus: string | null } | null>(null)
  const goToNext = (): void => {
    setListed(false)
    const { focus } = form.state.getState()
    const from = went.current !== null && went.current.focus === focus ? went.current.lack : focus
    const next = nextMissing(form, from, session.missing())
    if (next === undefined) return
    goTo(form, next)
    // Going there touches a question at once, or with the next frame.
    went.current = { lack: next, focus: next.kind === 'question' ? next.address : focus }
  }
  return (
    <WorkBar
      above={
        <>
          <AnswerUndo />
          {listed && first !== undefined && <MissingSummary lacks={lacks} onClose={() => setListed(false)} />}
          {problem !== null && (
            <p className={styles['failed']} role="alert">
              {problem.code !== 'answer.saved-elsewhere' &&
                (changing?.failed ?? <Trans>The answer is not saved yet.</Trans>)}{' '}
              {problemText(problem)} {problem.code === 'device.storage-full' && whenFull}
            </p>
          )}
        </>
      }
    >
      <span className={styles['facts']}>
        <Total />
        <JournalNote journal={session.journal} />
      </span>
      {marked && first !== undefined && (
        <Button variant="default" leftSection={<IconArrowDown size={20} aria-hidden="true" />} onClick={goToNext}>
          <Trans>Next missing</Trans>
        </Button>
      )}
      {changing?.cancel}
      <Button
        className={styles['save'] ?? ''}
        aria-disabled={isHeldBack}
        data-held-back={isHeldBack}
        title={isHeldBack ? t`Check that all the answers are valid` : undefined}
        loading={busy}
        leftSection={<IconDeviceFloppy size={22} aria-hidden="true" />}
        onClick={() => void save()}
      >
        <Trans>Save answer</Trans>
      </Button>
    </WorkBar>
  )
}

function Total() {
  const progress = useForm((state) => state.progress)
  const counts = Object.values(progress)
  const answered = counts.reduce((sum, one) => sum + one.answered, 0)
  const total = counts.reduce((sum, one) => sum + one.total, 0)
  return (
    <span className={styles['total']}>
      <Trans>
        {answered} of {total} answered
      </Trans>
    </span>
  )
}
