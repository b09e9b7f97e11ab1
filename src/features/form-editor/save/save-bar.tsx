import { useEffect, useSyncExternalStore, useState } from 'react'
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy, IconListSearch, IconUpload } from '@tabler/icons-react'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { ActionIcon, Button, Group } from '@mantine/core'
import { EDITOR_ERROR_ALERT_MS, unreachable, type Problem } from '#domain/kernel/index.ts'
import type { TemplateProblem } from '#domain/templates/index.ts'
import type { JournalWriter } from '#local/index.ts'
import { lazyPartOrNone, useProblemText, WorkBar, SaveFailure, ProblemList, UndoBar } from '#ui/index.ts'
import { isFormMissing } from '../opening.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { canEditHere, redoStep, undoStep, type RemovedPart } from '../store/editor-store.ts'
import { goToFormPlace, usePlaceName } from './go-to.ts'
import styles from './save.module.css'
import type { SaveState, SaveIntent } from './use-save.ts'

/** Loaded after the form, as it shows nothing at first. */
const PublishHints = lazyPartOrNone(async () => (await import('./hints.tsx')).PublishHints)

type EditorSaveBarProps = {
  readonly journal: JournalWriter
  readonly state: SaveState
  readonly onSave: (intent: SaveIntent) => void
  readonly onDismiss: () => void
  /** opens the outline, if it is not shown beside the form */
  readonly onOutline: () => void
}

/** Bar at the bottom with undo, redo, outline, "save draft" and "publish". */
export function EditorSaveBar({ journal, state, onSave, onDismiss, onOutline }: EditorSaveBarProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const alarmed = useValidationAlert(state)
  const canUndo = useEditor(({ history }) => history.past !== null)
  const canRedo = useEditor(({ history }) => history.future !== null)
  const elsewhere = useEditor(({ owner }) => !canEditHere(owner))
  const locked = useEditor(({ locks }) => locks.sale)
  const isKept = useEditor(({ base, form }) => base?.opened === form)
  // A completely locked form without a draft has nothing to publish, except changes of its sale or retention.
  const isClosed = useEditor(({ locks, base }) => locks.everything && base?.kept === null)
  return (
    <WorkBar
      above={
        <>
          <EditorUndo />
          {state.kind === 'problems' && <ProblemSummary intent={state.intent} onClose={onDismiss} />}
          {state.kind === 'failed' && alarmed && (
            <SaveFailure>
              <strong>
                <Trans>The form could not be saved. Try again later.</Trans>
              </strong>{' '}
              <Reason problem={state.problem} /> <Trans>Your changes stay on this device.</Trans>
            </SaveFailure>
          )}
        </>
      }
    >
      <ActionIcon
        className={styles['step'] ?? ''}
        aria-label={t`Undo`}
        disabled={!canUndo || elsewhere}
        onClick={() => undoStep(store)}
      >
        <IconArrowBackUp size={24} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        className={styles['step'] ?? ''}
        aria-label={t`Redo`}
        disabled={!canRedo || elsewhere}
        onClick={() => redoStep(store)}
      >
        <IconArrowForwardUp size={24} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon className={styles['outline'] ?? ''} aria-label={t`Outline and search`} onClick={onOutline}>
        <IconListSearch size={24} aria-hidden="true" />
      </ActionIcon>
      <span className={`r-yields r-grow r-soft r-small ${styles['note']}`}>
        {state.kind === 'failed' && !alarmed && (
          <>
            <strong>
              <Trans>Not saved.</Trans>
            </strong>{' '}
            <Reason problem={state.problem} />{' '}
          </>
        )}
        {!isKept && <LocalSaveNote journal={journal} />}
      </span>
      <PublishHints />
      <Group gap="xs" align="stretch" wrap="nowrap" className={styles['ways'] ?? ''}>
        <Button
          variant="default"
          loading={state.kind === 'saving' && state.intent === 'keep'}
          disabled={locked || isKept}
          leftSection={<IconDeviceFloppy size={22} aria-hidden="true" />}
          onClick={() => onSave('keep')}
        >
          <Trans>Save draft</Trans>
        </Button>
        <Button
          loading={state.kind === 'saving' && state.intent === 'publish'}
          disabled={locked || (isClosed && isKept)}
          leftSection={<IconUpload size={22} aria-hidden="true" />}
          onClick={() => onSave('publish')}
        >
          <Trans>Publish</Trans>
        </Button>
      </Group>
    </WorkBar>
  )
}

/**
 * Whether to show the alert for a failed save. It is shown for 5 s (part 2, point 8), after which only the bar reports
 * the failure.
 */
function useValidationAlert(state: SaveState): boolean {
  const { timers } = useEditorStore()
  const [shownState, setShownState] = useState<SaveState | null>(null)
  useEffect(() => {
    if (state.kind !== 'failed') return
    const timer = timers.set(() => setShownState(state), EDITOR_ERROR_ALERT_MS)
    return () => timers.clear(timer)
  }, [state, timers])
  return shownState !== state
}

/**
 * The reason of a failed save. Replaces general messages written for answers, for example that data are sent
 * automatically.
 */
function Reason({ problem }: { readonly problem: Problem }) {
  const textOf = useProblemText()
  if (problem.code === 'network.unreachable') return <Trans>There is no connection to the server.</Trans>
  if (isFormMissing(problem))
    return (
      <Trans>
        This form was deleted or is no longer in your areas. To keep your work, export it and import it into a new form.
      </Trans>
    )
  return textOf(problem)
}

/** Says whether the changes are stored on this device. Only a failure is announced, as further typing may be lost. */
function LocalSaveNote({ journal }: { readonly journal: JournalWriter }) {
  const status = useSyncExternalStore(journal.subscribe, journal.status)
  const problemText = useProblemText()
  if (status.kind === 'idle') return null
  if (status.kind === 'failed') {
    return (
      <span className="r-problem" role="alert">
        <Trans>Your changes could not be saved on this device.</Trans> {problemText(status.problem)}
      </span>
    )
  }
  return (
    <>
      {status.kind === 'kept' ? (
        <Trans>Changes saved on this device only</Trans>
      ) : (
        <Trans>Saving your changes on this device…</Trans>
      )}
    </>
  )
}

/** The problems that prevent publishing the form or saving the draft. */
function ProblemSummary({ intent, onClose }: { readonly intent: SaveIntent; readonly onClose: () => void }) {
  const store = useEditorStore()
  const problems = useEditor((state) => state.problems)
  const textOf = useProblemText()
  const placeName = usePlaceName()
  const [seen] = useState(() => store.state.getState().form)
  const worked = useEditor(({ form }) => form !== seen)
  const shownState = dropDuplicateProblems(problems)
  if (shownState.length === 0) return null
  return (
    <ProblemList
      title={
        intent === 'publish' ? (
          <Plural
            value={shownState.length}
            one="The form was not published. Fix # problem."
            other="The form was not published. Fix # problems."
          />
        ) : (
          <Plural
            value={shownState.length}
            one="The draft was not saved. Fix # problem."
            other="The draft was not saved. Fix # problems."
          />
        )
      }
      mends={shownState.map((problem, index) => ({
        key: `${problem.code}-${index}`,
        text: textOf(problem),
        place: placeName(problem.place),
        go: () => goToFormPlace(store, problem.place),
      }))}
      worked={worked}
      onClose={onClose}
    />
  )
}

/** Removes duplicates, as two rules may report the same problem at a place. */
function dropDuplicateProblems(problems: readonly TemplateProblem[]): readonly TemplateProblem[] {
  const said = new Set<string>()
  return problems.filter(({ code, place }) => {
    const key = `${code} ${JSON.stringify(place)}`
    return !said.has(key) && said.add(key)
  })
}

/** Undo for what was just deleted from the form. */
function EditorUndo() {
  const store = useEditorStore()
  const removedPart = useEditor((state) => state.removed)
  return (
    <UndoBar
      what={removedPart && <RemovedPartName removed={removedPart} />}
      verb={<Trans>Restore</Trans>}
      onUndo={() => undoStep(store)}
      onClose={() => store.state.setState({ removed: null })}
    />
  )
}

function RemovedPartName({ removed: { what, name } }: { readonly removed: RemovedPart }) {
  switch (what) {
    case 'section':
      return name === '' ? <Trans>Section deleted</Trans> : <Trans>Section deleted: {name}</Trans>
    case 'condition':
      return name === '' ? <Trans>Condition deleted</Trans> : <Trans>Condition deleted: {name}</Trans>
    case 'question':
      return name === '' ? <Trans>Question deleted</Trans> : <Trans>Question deleted: {name}</Trans>
    case 'option':
      return <Trans>Option deleted: {name}</Trans>
    case 'state':
      return name === '' ? <Trans>State deleted</Trans> : <Trans>State deleted: {name}</Trans>
    case 'signature':
      return name === '' ? <Trans>Signature deleted</Trans> : <Trans>Signature deleted: {name}</Trans>
    case 'zone':
    case 'promotion':
      return <Trans>Deleted: {name}</Trans>
    default:
      return unreachable(what)
  }
}
