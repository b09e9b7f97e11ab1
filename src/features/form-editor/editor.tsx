import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, later, LinkButton, Page } from '#ui/index.ts'
import { DraftNotice } from './draft-notice.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { fieldId } from './element-ids.ts'
import { Outline } from './find/outline.tsx'
import { BeginWith } from './begin-with.tsx'
import { HANDLE_HELP_ID } from './order/handle.tsx'
import { MoveDialog } from './order/move-dialog.tsx'
import { useDropping } from './order/use-dropping.ts'
import { useTellMoved } from './order/use-moves.ts'
import { SaveBar } from './save/save-bar.tsx'
import { useSave, type Wish } from './save/use-save.ts'
import { SectionList } from './sections/section-list.tsx'
import type { EditingSession } from './session.ts'
import { useEditor } from './store/editor-context.tsx'
import { isPublished } from './store/editor-store.ts'
import { FormHeadPanel, SettingsPanels } from './settings-panels.tsx'
import { type ToolName, Tools } from './tools.tsx'
import { useCheckedForm } from './use-checked-form.ts'
import { useFacts } from './use-facts.ts'
import { useKeptEdit } from './use-kept-edit.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { Views } from './views.tsx'
import '#ui/theme/fields.css'
import styles from './form-editor.module.css'

/** Few saves end in it. */
const ConflictDialog = later(async () => (await import('./save/conflict-dialog.tsx')).ConflictDialog)

/** Seen when a form is published: most saves keep drafts. */
const DeadEndDialog = later(async () => (await import('./save/publish-dialogs.tsx')).DeadEndDialog)
const PublishedDialog = later(async () => (await import('./save/publish-dialogs.tsx')).PublishedDialog)

type EditorProps = {
  readonly session: EditingSession
  /** said above the form: which edit this goes on with */
  readonly notice?: ReactNode
  /** what is opened over the form at once */
  readonly firstTool?: ToolName | null
  /** the first change was made: from now on there is an edit to come back to */
  readonly onFirstChange: () => void
  /** the draft on the server was discarded */
  readonly onDiscarded: () => Promise<void>
}

/** A form that is being built or changed. */
export function Editor({ session, notice, firstTool = null, onFirstChange, onDiscarded }: EditorProps) {
  const { t } = useLingui()
  const { store } = session
  const { state: saving, save, dismiss, point } = useSave(session, onFirstChange)
  const facts = useFacts(session)
  const [outlined, setOutlined] = useState(false)
  const [tool, setTool] = useState<ToolName | null>(firstTool)
  const [comparing, setComparing] = useState(false)
  const isNew = useEditor((state) => !isPublished(state.base))
  useKeptEdit(session, onFirstChange)
  useCheckedForm()
  useTitleFirst(session, firstTool)
  useDropping(store, useTellMoved())
  const saveNow = useCallback((wish: Wish) => void save(wish), [save])
  const keepNow = useCallback(() => saveNow('keep'), [saveNow])
  useShortcuts({ store, save: keepNow, find: useCallback(() => findIn(() => setOutlined(true)), []) })
  const conflict = saving.kind === 'conflict' ? saving.current : comparing ? facts.newer : null
  return (
    <Page
      title={isNew ? t`New form` : t`Edit form`}
      back={
        <LinkButton to="/listar" variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden="true" />}>
          <Trans>Forms</Trans>
        </LinkButton>
      }
      actions={<Tools open={tool} onOpen={setTool} />}
    >
      <p id={HANDLE_HELP_ID} className="r-hidden">
        <Trans>Drag it, move it with the up and down arrow keys, or press it to choose a place.</Trans>
      </p>
      <div className={`r-grid r-gap-24 ${styles['columns']}`}>
        <aside className={styles['side']}>
          <Outline />
        </aside>
        <div className={`r-column r-gap-16 r-yields ${styles['form']}`}>
          {notice}
          <BeginWith onOpen={setTool} />
          <DraftNotice onDiscarded={onDiscarded} />
          <EditorNotices facts={facts} onCompare={() => setComparing(true)} />
          <Views
            questions={
              <>
                <FormHeadPanel />
                <SectionList />
              </>
            }
            settings={<SettingsPanels />}
          />
        </div>
      </div>
      <SaveBar
        journal={session.journal}
        state={saving}
        onSave={saveNow}
        onDismiss={dismiss}
        onOutline={() => setOutlined(true)}
      />
      <MoveDialog />
      <Said />
      <Dialog opened={outlined} onClose={() => setOutlined(false)} title={t`Outline and search`} returnFocus={false}>
        <div className={`r-line r-gap-0 ${styles['outlined']}`}>
          <Outline onJump={() => setOutlined(false)} />
        </div>
      </Dialog>
      {saving.kind === 'dead-end' && (
        <DeadEndDialog place={saving.place} onPublish={() => void save('publish', true)} onClose={dismiss} />
      )}
      {saving.kind === 'published' && <PublishedDialog {...saving} id={store.id} />}
      {conflict !== null && (
        <ConflictDialog
          current={conflict}
          publishing={saving.kind === 'conflict' ? saving.wish === 'publish' : conflict.kept === null}
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

/** A form is begun with its title; not where a keyboard would open over half of the screen. */
function useTitleFirst({ store }: EditingSession, tool: ToolName | null): void {
  useEffect(() => {
    const { base, history, form } = store.state.getState()
    const isNew = base === null && history.past === null && form.titulo === ''
    if (isNew && tool === null && matchMedia('(pointer: fine)').matches)
      document.getElementById(fieldId('titulo'))?.focus({ preventScroll: true })
  }, [store, tool])
}

/** Moves, said aloud. */
function Said() {
  const said = useEditor((state) => state.said)
  return (
    <p className="r-hidden" role="status">
      {said !== null && <span key={said.at}>{said.text}</span>}
    </p>
  )
}

/** Goes to the search beside the form; where there is none, opens it over the form. */
function findIn(openOver: () => void): void {
  const beside = document.querySelector<HTMLElement>('[data-outline-search]')
  if (beside !== null && beside.offsetParent !== null) beside.focus()
  else openOver()
}
