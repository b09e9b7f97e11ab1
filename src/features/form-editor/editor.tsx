import { Button, Group, Stack } from '@mantine/core'
import { useCallback, useEffect, useState, useRef, useDeferredValue, type ReactNode } from 'react'
import { IconArrowLeft, IconFileImport, IconForms } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useShallow } from 'zustand/react/shallow'
import { getVisibleText } from '#domain/kernel/index.ts'
import { removeBlankElements, type EditorForm } from '#domain/templates/index.ts'
import { Dialog, lazyPart, LinkButton, Page, setOpenForm, subscribeToPageHidden } from '#ui/index.ts'
import { goToFirstSection } from './actions/add.ts'
import { DraftNotice } from './draft-notice.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { getFieldElementId } from './element-ids.ts'
import { Outline } from './find/outline.tsx'
import { HANDLE_HELP_ID } from './order/drag-handle.tsx'
import { MoveDialog } from './order/move-dialog.tsx'
import { useDropping } from './order/use-dropping.ts'
import { useAnnounceMove } from './order/use-moves.ts'
import type { PanelProps } from './panel.ts'
import { FormHeader, FormPanels } from './panels/index.ts'
import { EditorSaveBar } from './save/save-bar.tsx'
import { useSave, type SaveIntent } from './save/use-save.ts'
import { SectionList } from './sections/section-list.tsx'
import type { EditingSession } from './session.ts'
import { useEditor, useApplyEdit, useEditorStore } from './store/editor-context.tsx'
import { addTypedOptions, isPublished, redoStep, undoStep, type EditorStore } from './store/editor-store.ts'
import { checkForm } from './store/problems.ts'
import { type ToolName, EditorTools } from './editor-tools.tsx'
import { useServerFacts } from './use-facts.ts'
import { EditorViews } from './views.tsx'
import '#ui/theme/fields.css'
import styles from './form-editor.module.css'

/** Loaded on demand, as few saves end in a conflict. */
const ConflictDialog = lazyPart(async () => (await import('./save/conflict-dialog.tsx')).ConflictDialog)

/** Loaded on publishing, as most saves are of drafts. */
const HintsDialog = lazyPart(async () => (await import('./save/hints.tsx')).ConfirmHintsDialog)
const PublicDialog = lazyPart(async () => (await import('./save/publish-dialogs.tsx')).ConfirmPublicDialog)
const RetentionDialog = lazyPart(async () => (await import('./save/publish-dialogs.tsx')).ConfirmRetentionDialog)
const PublishedDialog = lazyPart(async () => (await import('./save/publish-dialogs.tsx')).PublishedDialog)

type EditorProps = {
  readonly session: EditingSession
  /** shown above the form, for example that an unsaved edit is continued */
  readonly notice?: ReactNode
  /** tool opened initially */
  readonly firstTool?: ToolName | null
  /** called on the first change, which creates a stored edit */
  readonly onFirstChange: () => void
  /** called when the server's draft was discarded */
  readonly onDiscarded: () => Promise<void>
}

/** A form being created or edited. */
export function Editor({ session, notice, firstTool = null, onFirstChange, onDiscarded }: EditorProps) {
  const { t } = useLingui()
  const { store } = session
  const { state: saving, save, dismiss, point } = useSave(session, onFirstChange)
  const facts = useServerFacts(session)
  const [outlined, setOutlined] = useState(false)
  const [tool, setTool] = useState<ToolName | null>(firstTool)
  const [comparing, setComparing] = useState(false)
  const isNew = useEditor(({ base, form }) => !isPublished(base) && getVisibleText(form.titulo) === '')
  useEditJournal(session, onFirstChange)
  useFormValidation()
  useTitleFirst(session, firstTool)
  useDropping(store, useAnnounceMove())
  const saveNow = useCallback((intent: SaveIntent) => void save(intent), [save])
  const saveDraftNow = useCallback(() => saveNow('keep'), [saveNow])
  useShortcuts({ store, save: saveDraftNow, find: useCallback(() => focusSearch(() => setOutlined(true)), []) })
  const compared = comparing ? facts.newer : null
  const conflict = saving.kind === 'conflict' ? saving.current : compared
  return (
    <Page
      title={isNew ? t`New form` : t`Edit form`}
      back={
        <LinkButton to="/listar" variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden="true" />}>
          <Trans>Forms</Trans>
        </LinkButton>
      }
      actions={<EditorTools open={tool} onOpen={setTool} />}
    >
      <p id={HANDLE_HELP_ID} className="r-hidden">
        <Trans>Drag this handle, move it with the up and down arrow keys, or press it to choose a position.</Trans>
      </p>
      <div className={`r-grid r-gap-24 ${styles['columns']}`}>
        <aside className={styles['side']}>
          <Outline />
        </aside>
        <Stack gap="md" className={`r-yields ${styles['form']}`}>
          {notice}
          <StartOptions onOpen={setTool} />
          <DraftNotice onDiscarded={onDiscarded} />
          <EditorNotices facts={facts} onCompare={() => setComparing(true)} />
          <EditorViews
            questions={
              <>
                <FormHeadPanel />
                <SectionList />
              </>
            }
            settings={<SettingsPanels />}
          />
        </Stack>
      </div>
      <EditorSaveBar
        journal={session.journal}
        state={saving}
        onSave={saveNow}
        onDismiss={dismiss}
        onOutline={() => setOutlined(true)}
      />
      <MoveDialog />
      <EditorAnnouncements />
      <Dialog opened={outlined} onClose={() => setOutlined(false)} title={t`Outline and search`} returnFocus={false}>
        <Group gap={0} align="stretch" wrap="nowrap" className={styles['outlined'] ?? ''}>
          <Outline onJump={() => setOutlined(false)} />
        </Group>
      </Dialog>
      {saving.kind === 'hints' && (
        <HintsDialog {...saving} onPublish={() => void save('publish', 'hints')} onClose={dismiss} />
      )}
      {saving.kind === 'public' && (
        <PublicDialog {...saving} id={store.id} onPublish={() => void save('publish', 'public')} onClose={dismiss} />
      )}
      {saving.kind === 'retention' && (
        <RetentionDialog {...saving} onPublish={() => void save('publish', 'retention')} onClose={dismiss} />
      )}
      {saving.kind === 'published' && <PublishedDialog {...saving} id={store.id} onClose={dismiss} />}
      {conflict !== null && (
        <ConflictDialog
          current={conflict}
          publishing={saving.kind === 'conflict' ? saving.intent === 'publish' : conflict.kept === null}
          settle={session.settle}
          onBroken={point}
          onClose={() => {
            setComparing(false)
            dismiss()
          }}
        />
      )}
    </Page>
  )
}

/** Focuses the title of a new form, but not on devices where an on-screen keyboard would cover half of the screen. */
function useTitleFirst({ store }: EditingSession, tool: ToolName | null): void {
  useEffect(() => {
    const { base, history, form } = store.state.getState()
    const isNew = base === null && history.past === null && form.titulo === ''
    if (isNew && tool === null && matchMedia('(pointer: fine)').matches)
      document.getElementById(getFieldElementId('titulo'))?.focus({ preventScroll: true })
  }, [store, tool])
}

/** Announces moves to screen readers. */
function EditorAnnouncements() {
  const said = useEditor((state) => state.said)
  return (
    <p className="r-hidden" role="status">
      {said !== null && <span key={said.at}>{said.text}</span>}
    </p>
  )
}

/** Focuses the search beside the form, or opens it as a dialog if it is not shown. */
function focusSearch(openSearchDialog: () => void): void {
  const beside = document.querySelector<HTMLElement>('[data-outline-search]')
  if (beside !== null && beside.offsetParent !== null) beside.focus()
  else openSearchDialog()
}

/** Journals changes while the form is open (immediately when the page is hidden), and delays app updates. */
function useEditJournal(session: EditingSession, onFirstChange: () => void): void {
  const first = useRef(onFirstChange)
  useEffect(() => {
    first.current = onFirstChange
  })
  useEffect(() => {
    const stop = session.follow(() => first.current())
    const stopFlushing = subscribeToPageHidden(() => {
      addTypedOptions(session.store)
      void session.journal.flush()
    })
    setOpenForm({ template: session.store.id })
    return () => {
      stopFlushing()
      stop()
      setOpenForm(null)
    }
  }, [session])
}

type Shortcuts = { readonly store: EditorStore; readonly save: () => void; readonly find: () => void }

/**
 * Keyboard shortcuts with Ctrl or ⌘: Z (undo), Shift+Z or Y (redo), S (save), K (search).
 */
function useShortcuts({ store, save, find }: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      // In dialogs, fields use the browser's undo.
      if (event.target instanceof Element && event.target.closest('[role=dialog]') !== null) return
      const act = findShortcut(event.key.toLowerCase(), event.shiftKey)
      if (act === null) return
      event.preventDefault()
      if (act === 'undo') undoStep(store)
      else if (act === 'redo') redoStep(store)
      else if (act === 'save') save()
      else find()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [find, save, store])
}

function findShortcut(key: string, shift: boolean): 'undo' | 'redo' | 'save' | 'find' | null {
  if (key === 'z') return shift ? 'redo' : 'undo'
  if (shift) return null
  if (key === 'y') return 'redo'
  if (key === 's') return 'save'
  return key === 'k' ? 'find' : null
}

/** Title, description and area, above the sections. */
function FormHeadPanel() {
  const store = useEditorStore()
  return <FormHeader {...usePanelProps()} onContinue={() => goToFirstSection(store)} />
}

/** All settings outside the sections. */
function SettingsPanels() {
  return <FormPanels {...usePanelProps()} />
}

/** Props of the panels outside the sections, which render only on changes there. `form.secciones` may be outdated. */
function usePanelProps(): PanelProps {
  const { id, state } = useEditorStore()
  const change = useApplyEdit()
  const locks = useEditor((now) => now.locks)
  const problems = useEditor((now) => now.problems)
  // Subscribes to the fields outside the sections, as `form` is a new object after each keystroke in a question.
  useEditor(useShallow(({ form }) => withoutSections(form)))
  return { id, form: state.getState().form, change, locks, problems }
}

function withoutSections({
  secciones: _secciones,
  restructured: _restructured,
  ...rest
}: EditorForm): Omit<EditorForm, 'secciones' | 'restructured'> {
  return rest
}

/** Offers to start a new form from a ready-made form or a file. Stays while editing, so that the page does not move. */
function StartOptions({ onOpen }: { readonly onOpen: (tool: ToolName) => void }) {
  const { state } = useEditorStore()
  const [isFresh] = useState(() => {
    const { base, form } = state.getState()
    return base === null && form.titulo === '' && removeBlankElements(form, () => false).secciones.length === 0
  })
  if (!isFresh) return null
  return (
    <p className={`r-middle r-soft ${styles['begin']}`}>
      <span>
        <Trans>Or start with:</Trans>
      </span>
      <Button
        variant="subtle"
        leftSection={<IconForms size={20} aria-hidden="true" />}
        onClick={() => onOpen('gallery')}
      >
        <Trans>Ready-made forms</Trans>
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconFileImport size={20} aria-hidden="true" />}
        onClick={() => onOpen('import')}
      >
        <Trans>A file</Trans>
      </Button>
    </p>
  )
}

/** Validates the form on changes with a short delay, after the first attempt to save. */
export function useFormValidation(): void {
  const store = useEditorStore()
  const changed = useDeferredValue(useEditor((state) => (state.marked ? state.form : null)))
  useEffect(() => {
    // Skips the form already checked, for which the server or another system may have reported problems that the local
    // rules would clear.
    if (changed !== null && changed !== store.state.getState().checked) checkForm(store)
  }, [changed, store])
}
