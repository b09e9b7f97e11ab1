import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { computeEditorFeatures } from '#domain/templates/index.ts'
import { WINDOW_TIMERS, listTemplateEdits } from '#local/index.ts'
import {
  DeleteButton,
  Banner,
  FormDialog,
  ErrorState,
  LinkButton,
  ListSkeleton,
  Page,
  getCurrentProfile,
  useAccount,
  useCan,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import { Editor } from './editor.tsx'
import { NEW_FORM_ID, openEditor, type EditorOpening, type OpeningDeps, type ContinuedEditDates } from './opening.ts'
import { createEditingSession, type EditingSession, type EditingSessionHost } from './session.ts'
import { EditorProvider } from './store/editor-context.tsx'
import { canEditHere, isPublished, setEditOwner } from './store/editor-store.ts'
import { EditorOpenElsewhere } from './windows/open-elsewhere.tsx'
import { useEditClaim } from './windows/use-own-edit.ts'

/** Value of the URL parameter `desde` with which a new form starts with the import of a file. */
const FROM_FILE = 'archivo'

/**
 * The form on screen. A new value of `round` opens the form again, after it was discarded or edited in another window.
 */
type OpenedEditor = {
  readonly opening: EditorOpening
  readonly session: EditingSession | null
  readonly address: string
  readonly round: string
}

/** /editar/nuevo/formulario creates a form, /editar/$id edits one. */
export function FormEditorScreen() {
  const { id } = useParams({ from: '/editar/$id/{-$tipo}' })
  const { desde } = useSearch({ strict: false })
  const navigate = useNavigate()
  const deps = useDeps()
  const [opened, setOpened] = useState<OpenedEditor | null>(null)
  const [rounds, setRounds] = useState(0)
  const { owner, times, takeOver } = useEditClaim(id === NEW_FORM_ID ? null : id, opened?.session ?? null)
  const round = `${rounds}.${times}`
  // The first change adds the form's id to the URL. The form is then already open and is not opened again.
  const isOpen = opened !== null && opened.round === round && (opened.address === id || opened.session?.store.id === id)
  const isKnown = owner !== 'asking'

  useEffect(() => {
    // Waits until it is known which window edits the form. By then a closing window has written its changes.
    if (isOpen || !isKnown) return
    let hasLeft = false
    const open = async (): Promise<void> => {
      const opening = await openEditor(id, deps, desde)
      if (hasLeft) return
      setOpened({
        opening,
        session: opening.kind === 'open' ? createEditingSession(opening, deps) : null,
        address: id,
        round,
      })
    }
    void open()
    return () => {
      hasLeft = true
    }
  }, [deps, desde, id, isKnown, isOpen, round])

  useEffect(() => {
    const session = opened?.session ?? null
    if (session !== null) setEditOwner(session.store, owner)
  }, [opened, owner])

  if (opened === null || !isOpen) return <OpeningSkeleton />
  const { opening, session } = opened
  if (opening.kind !== 'open' || session === null) return <CannotOpen opening={opening} />
  const discard = async (): Promise<void> => {
    await session.forget()
    setRounds((count) => count + 1)
    if (opening.base === null) void navigate({ to: '/listar' })
  }
  const discarded = async (): Promise<void> => {
    const isNew = !isPublished(session.store.state.getState().base)
    await session.forget()
    if (isNew) void navigate({ to: '/listar' })
    else setRounds((count) => count + 1)
  }
  const notice = () => {
    if (!canEditHere(owner)) return <EditorOpenElsewhere owner={owner} onTakeOver={takeOver} />
    if (opening.restored === null) return id === NEW_FORM_ID && <UnsavedForms />
    return <RestoredNotice restored={opening.restored} isNew={opening.base === null} onDiscard={discard} />
  }
  return (
    <Allowed session={session}>
      <EditorProvider value={session.store}>
        <Editor
          key={`${session.store.id} ${opened.round}`}
          session={session}
          notice={notice()}
          firstTool={id === NEW_FORM_ID && desde === FROM_FILE ? 'import' : null}
          onDiscarded={discarded}
          onFirstChange={() => {
            if (id === NEW_FORM_ID)
              void navigate({
                to: '/editar/$id/{-$tipo}',
                params: { id: session.store.id, tipo: undefined },
                replace: true,
                resetScroll: false,
              })
          }}
        />
      </EditorProvider>
    </Allowed>
  )
}

type Deps = OpeningDeps & EditingSessionHost

function useDeps(): Deps {
  const { local, ask } = useAccount()
  return useMemo(() => {
    return {
      local,
      ask,
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      newKey: () => crypto.randomUUID(),
      offer: (areas) => computeEditorFeatures(getCurrentProfile(), areas),
      now: () => Date.now(),
      timers: WINDOW_TIMERS,
    }
  }, [local, ask])
}

/** Shows the editor only to users who may edit this form, which may belong to other areas. */
function Allowed({ session, children }: { readonly session: EditingSession; readonly children: ReactNode }) {
  const can = useCan()
  const { t } = useLingui()
  const { base } = session.store.state.getState()
  // The server sends an unpublished draft only to users who may edit it.
  const published = base?.template ?? null
  if (published === null ? can('create', 'formulario') : can('update', { kind: 'formulario', document: published }))
    return children
  return (
    <Page title={t`Edit form`} width="narrow">
      <ErrorState
        title={<Trans>You do not have permission to edit this form</Trans>}
        action={
          <LinkButton to="/listar">
            <Trans>Back to the forms</Trans>
          </LinkButton>
        }
      />
    </Page>
  )
}

type RestoredNoticeProps = {
  readonly restored: ContinuedEditDates
  readonly isNew: boolean
  readonly onDiscard: () => Promise<void>
}

/** Says that unsaved changes are being continued, and offers to discard them. */
function RestoredNotice({ restored, isNew, onDiscard }: RestoredNoticeProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const [isRequested, setAsked] = useState(false)
  const date = formats.dateTime(restored.updatedAt)
  return (
    <>
      <Banner
        tone="quiet"
        action={
          <DeleteButton onClick={() => setAsked(true)}>
            <Trans>Discard</Trans>
          </DeleteButton>
        }
      >
        <Trans>You are continuing with your unsaved changes from {date}.</Trans>
      </Banner>
      <FormDialog
        danger
        opened={isRequested}
        title={t`Discard your changes?`}
        submit={<Trans>Discard</Trans>}
        onSubmit={() => void onDiscard()}
        onClose={() => setAsked(false)}
      >
        {isNew ? (
          <Trans>This form was never saved. All of it will be lost.</Trans>
        ) : (
          <Trans>The form stays as it was last saved. Your changes since then will be lost.</Trans>
        )}
      </FormDialog>
    </>
  )
}

function OpeningSkeleton() {
  return (
    <div style={{ padding: 16, maxWidth: 960, margin: '0 auto' }}>
      <ListSkeleton rows={6} height={96} />
    </div>
  )
}

function CannotOpen({ opening }: { readonly opening: EditorOpening }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Page title={t`Edit form`} width="narrow">
      <ErrorState
        title={opening.kind === 'problem' ? problemText(opening.problem) : <Trans>This form does not exist.</Trans>}
        action={
          <LinkButton to="/listar">
            <Trans>Back to the forms</Trans>
          </LinkButton>
        }
      />
    </Page>
  )
}

/** Lists new forms that were started on this device but never saved. Shown above an empty form. */
function UnsavedForms() {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const edits = useLiveQuery(() => listTemplateEdits(local), [local]) ?? []
  return edits
    .filter(({ version }) => version === 0)
    .map(({ id, title, updatedAt }) => {
      const [name, date] = [title === '' ? t`Form without a title` : title, formats.dateTime(updatedAt)]
      return (
        <Banner
          key={id}
          tone="waiting"
          action={
            <LinkButton variant="default" to="/editar/$id/{-$tipo}" params={{ id }} aria-label={t`Continue ${name}`}>
              <Trans>Continue</Trans>
            </LinkButton>
          }
        >
          <Trans>
            Not saved yet: {name} ({date})
          </Trans>
        </Banner>
      )
    })
}
