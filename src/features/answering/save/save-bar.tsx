import {
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { IconArrowDown, IconChevronUp, IconDeviceFloppy } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ERROR_BANNER_MS, type Problem } from '#domain/kernel/index.ts'
import { lazyPart, lazyPartOrNone, useProblemText, WorkBar } from '#ui/index.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { dismissUndo, markMissingItems } from '../form/form-actions.ts'
import type { MissingItem } from '#domain/answering/index.ts'
import { findNextMissingItem } from '../form/find-missing.ts'
import type { AnsweringSession } from '../session.ts'
import { MissingItemCounts, MissingItemTitle, ShortenedText } from './folding-text.tsx'
import { goToMissingItem } from './go-to.ts'
import { DraftSaveFailed, DraftSaveStatus } from './journal-note.tsx'
import styles from './save.module.css'

/** Loaded after the form. If it cannot be loaded, the price is still shown on the next page. */
const LazySaveBarExtras = lazyPartOrNone(async () => (await import('./behind-form.tsx')).SaveBarExtras)
/** Loaded on demand, as most users do not open the list, but press the button that goes to the next missing item. */
const MissingList = lazyPart(async () => (await import('./missing-list.tsx')).MissingItemList)

/** The step after saving: a copy by e-mail, or booking an appointment. */
export type StepAfterSaving = 'copy' | 'booking'

/** Button text, in full and for phones. */
export type SaveLabels = { readonly whole: ReactNode; readonly short: ReactNode }

type SaveBarProps = {
  readonly session: AnsweringSession
  /** set to the save function, for a button elsewhere */
  readonly saving?: Ref<(then?: StepAfterSaving) => Promise<void>>
  /** called once the answer is stored durably on this device */
  readonly onSaved: (next?: StepAfterSaving) => void
  /** another window has the same draft open; shown in the bar, as notices above the form scroll out of view */
  readonly elsewhere?: boolean
  /** next step after saving */
  readonly next?: StepAfterSaving | undefined
  /** button texts, if they differ from those for saving an answer */
  readonly sends?: SaveLabels | undefined
  /** shown when storage is full: where to free space */
  readonly whenFull?: ReactNode
  /** called before saving; resolves to false to cancel, and calls `opens` if a dialog is shown */
  readonly before?: ((opens: () => void) => Promise<boolean>) | undefined
  /** set if a stored answer is changed */
  readonly changing?: {
    /** link that leaves without saving */
    readonly cancel: ReactNode
    /** message shown before the reason of a failure */
    readonly failed: ReactNode
    /** @returns whether the problem was reported elsewhere */
    readonly onRefused: (problem: Problem) => boolean
  }
}

/**
 * Bar at the bottom with progress, missing items and save button. A refused save scrolls to the first missing item.
 */
export function SaveBar({
  session,
  saving,
  onSaved,
  elsewhere = false,
  next,
  sends,
  whenFull,
  before,
  changing,
}: SaveBarProps) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const problemText = useProblemText()
  const marked = useForm((state) => state.marked)
  // Missing items are counted only after the first attempt to save, or if a stored answer is changed. The count is
  // deferred, so that typing stays fast.
  const changed = useDeferredValue(useForm((state) => (state.marked || changing !== undefined ? state : null)))
  const missingItems = changed === null ? [] : session.missing()
  const [listed, setListed] = useState(false)
  const [announced, setAnnounced] = useMissingItemsAnnounced(form)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const missingListId = useId()

  // Last missing item that the button led to. The next search starts there, unless a question was used since.
  const lastVisited = useRef<{ readonly lack: MissingItem; readonly focus: string | null } | null>(null)
  const focusMissingItem = (missingItem: MissingItem | undefined): void => {
    if (missingItem === undefined) return
    goToMissingItem(form, missingItem)
    // Stores the focused question as it will be after `goToMissingItem`, which may focus it only in the next frame.
    lastVisited.current = {
      lack: missingItem,
      focus: missingItem.kind === 'question' ? missingItem.address : form.state.getState().focus,
    }
  }

  const save = async (then?: StepAfterSaving): Promise<void> => {
    setProblem(null)
    setListed(false)
    setBusy(true)
    try {
      const captured = await form.captures.settled()
      markMissingItems(form)
      // Stops saving, which would drop the file that could not be stored.
      if (!captured.ok) return setProblem(captured.problem)
      if (session.missing().length > 0) {
        if (form.state.getState().undo?.what.kind === 'start') dismissUndo(form)
        setAnnounced(true)
        return focusMissingItem(findNextMissingItem(form, null, session.missing()))
      }
      // Re-enables the button when a dialog opens, so that the focus can return to it.
      if (before !== undefined && !(await before(() => setBusy(false)))) return
      setBusy(true)
      const result = await session.save()
      if (result.ok) onSaved(then)
      else if (changing?.onRefused(result.problem) !== true) setProblem(result.problem)
    } catch {
      setProblem({ code: 'device.storage-failed' })
    } finally {
      setBusy(false)
    }
  }

  useImperativeHandle(saving, () => save)

  const hasMissingItems = missingItems.length > 0
  const isBlocked = changing !== undefined && hasMissingItems
  const isNarrow = marked && hasMissingItems
  const goToNext = (): void => {
    setListed(false)
    const { focus } = form.state.getState()
    const from = lastVisited.current !== null && lastVisited.current.focus === focus ? lastVisited.current.lack : focus
    focusMissingItem(findNextMissingItem(form, from, session.missing()))
  }
  return (
    <WorkBar
      over={
        listed &&
        hasMissingItems && (
          <MissingList
            id={missingListId}
            lacks={missingItems}
            onClose={(isDismissed) => {
              setListed(false)
              if (isDismissed) toggle.current?.focus()
            }}
          />
        )
      }
      above={
        <>
          {/* In the bar, as a message over the form would cover the field that it leads to. */}
          <p role="alert" className="r-problem" hidden={!announced || listed}>
            {announced && <MissingItemTitle lacks={session.missing()} />}
          </p>
          <LazySaveBarExtras answer={session.answer} elsewhere={elsewhere && session} />
          <DraftSaveFailed journal={session.journal} />
          {problem !== null && (
            <p className="r-problem" role="alert">
              {problem.code !== 'answer.saved-elsewhere' &&
                (changing?.failed ?? <Trans>The answer is not saved yet.</Trans>)}{' '}
              {problemText(problem)} {problem.code === 'device.storage-full' && whenFull}
            </p>
          )}
        </>
      }
    >
      <span className={`r-column r-gap-0 r-yields ${styles['facts']}`} data-crowded={isNarrow}>
        <Total />
        <DraftSaveStatus journal={session.journal} />
      </span>
      {isNarrow && (
        <>
          <Button
            ref={toggle}
            variant="default"
            className={`r-fixed r-figures ${styles['missing']}`}
            aria-expanded={listed}
            aria-controls={listed ? missingListId : undefined}
            rightSection={<IconChevronUp size={18} aria-hidden="true" />}
            onClick={() => setListed(!listed)}
          >
            <MissingItemCounts lacks={missingItems} />
          </Button>
          <Button
            variant="default"
            className={styles['next'] ?? ''}
            data-changing={changing !== undefined}
            leftSection={<IconArrowDown size={20} aria-hidden="true" />}
            onClick={goToNext}
          >
            <ShortenedText
              whole={<Trans>Next missing</Trans>}
              short={<Trans comment="short for: next missing">Next</Trans>}
            />
          </Button>
        </>
      )}
      {changing?.cancel}
      {next !== undefined && !isNarrow && (
        <Button
          variant="default"
          className={`r-fixed ${styles['save']}`}
          disabled={busy}
          onClick={() => void save(next)}
        >
          {next === 'copy' ? (
            <ShortenedText
              whole={<Trans>Save answer and send email</Trans>}
              short={<Trans comment="short for: save answer and send email">Save and send e-mail</Trans>}
            />
          ) : (
            <ShortenedText
              whole={<Trans>Save response and take a appointment.</Trans>}
              short={<Trans comment="short for: save response and take an appointment">Save and book</Trans>}
            />
          )}
        </Button>
      )}
      <Button
        aria-disabled={isBlocked}
        data-held-back={isBlocked}
        className={`r-fixed ${styles['save']}`}
        title={isBlocked ? t`Check that all the answers are valid` : undefined}
        loading={busy}
        leftSection={(!sends || changing) && <IconDeviceFloppy size={22} aria-hidden="true" />}
        onClick={() => void save()}
      >
        <ShortenedText
          folds={isNarrow || (changing ?? next) !== undefined}
          whole={sends?.whole ?? <Trans>Save answer</Trans>}
          short={sends?.short ?? <Trans comment="short for: save answer">Save</Trans>}
        />
      </Button>
    </WorkBar>
  )
}

/** Whether missing items are announced. Ends when the form changes, and after 6 s (part 3, point 9). */
function useMissingItemsAnnounced(form: AnsweringSession['form']): readonly [boolean, (announced: boolean) => void] {
  const [announced, setAnnounced] = useState(false)
  useEffect(() => {
    if (!announced) return
    const timer = setTimeout(() => setAnnounced(false), ERROR_BANNER_MS)
    const stop = form.state.subscribe((state, before) => {
      if (state.content !== before.content || state.header !== before.header) setAnnounced(false)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [form, announced])
  return [announced, setAnnounced]
}

function Total() {
  const progress = useForm((state) => state.progress)
  const counts = Object.values(progress)
  const answered = counts.reduce((sum, count) => sum + count.answered, 0)
  const total = counts.reduce((sum, count) => sum + count.total, 0)
  return (
    <span className="r-strong r-figures">
      <ShortenedText
        whole={
          <Trans>
            {answered} of {total} answered
          </Trans>
        }
        short={
          <Trans comment="answered questions of all questions in a section">
            {answered} of {total}
          </Trans>
        }
      />
    </span>
  )
}
