import { IDBFactory } from 'fake-indexeddb'
import type { ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import {
  type FormTemplate,
  type TemplateDraft,
  foreignDraftSchema,
  templateDraftSchema,
  toTemplateDraft,
  computeEditingLocks,
  toEditorForm,
  validateTemplate,
  type EditingLocks,
  type EditorForm,
} from '#domain/templates/index.ts'
import type { Role } from '#domain/users/index.ts'
import { idMuniCoreSchema } from '#domain/places/index.ts'
import { type AreaPath, templateIdSchema } from '#domain/kernel/index.ts'
import type { Profile, SyncedArea } from '#domain/sync/index.ts'
import { openLocal } from '#local/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { ALL_OFFERED } from '../builders/form-parts.ts'
import { buildTemplate, OTHER_AREA, AREA } from '../builders/template.ts'
import { page, receivePage } from '../device/pages.ts'
import { AUTHOR_PROFILE } from '../device/profile.ts'
import {
  addProblemMessages,
  AccountProvider,
  Notices,
  setSessionPhase,
  startTranslations,
  type Account,
} from '#ui/index.ts'
import { useApplyEdit, useEditor, EditorProvider } from '#features/form-editor/store/editor-context.tsx'
import { createEditorStore, undoStep, type EditorStore } from '#features/form-editor/store/editor-store.ts'
import { CombinedEditor } from '#features/form-editor/panels/combined/combined-editor.tsx'
import { FormHeader } from '#features/form-editor/panels/form-head.tsx'
import { FormPanels } from '#features/form-editor/panels/form-panels.tsx'
import { PaymentPanel } from '#features/form-editor/panels/payment/payment-panel.tsx'
import { EDITOR_MESSAGES } from '#features/form-editor/messages/problem-messages.ts'

addProblemMessages(EDITOR_MESSAGES)

const TEMPLATE_ID = templateIdSchema.parse('comercios')
/** The server's reply to a request: a status and a JSON body, or an error for a failed connection. */
export type Server = (path: string, init: RequestInit) => { readonly status: number; readonly body?: unknown } | Error

export type Shown = {
  readonly store: EditorStore
  readonly form: () => EditorForm
  /** the draft as it would be saved */
  readonly draft: () => TemplateDraft
  readonly undo: () => void
  readonly requests: readonly Request[]
}

/** `sent`: the body, parsed as JSON if it is text */
type Request = { readonly path: string; readonly init: RequestInit; readonly sent: unknown }

type Options = {
  readonly locks?: EditingLocks
  /** whether the author has tried to save */
  readonly marked?: boolean
  readonly server?: Server
  readonly managementSystem?: boolean
  /** the user's areas */
  readonly areas?: readonly AreaPath[]
  /** areas known on the device */
  readonly known?: readonly Pick<SyncedArea, 'path' | 'nombre' | 'municipio'>[]
  readonly role?: Role
  /** other municipalities of the user */
  readonly municipalities?: Profile['municipalities']
  /** time zone of the user's municipality */
  readonly timeZone?: string
  /** whether the server already has the form */
  readonly stored?: boolean
  /** keeps panels closed that are closed at first */
  readonly folded?: boolean
  /** content shown instead of all panels */
  readonly view?: 'panels' | 'payment' | 'combined'
}

/** Renders the panels over a real store and transport, so that a test sees what a user does and what would be saved. */
export function showPanels(change: object = {}, options: Options = {}): Shown {
  const {
    server = () => new Error('no network'),
    managementSystem = true,
    areas = [AREA, OTHER_AREA],
    role = 'ROLE_GENERADOR',
    municipalities = [],
  } = options
  const municipality = {
    ...AUTHOR_PROFILE.municipality,
    ...(managementSystem ? { idMuniCore: idMuniCoreSchema.parse(7) } : {}),
    timeZone: options.timeZone,
  }
  setSessionPhase({
    kind: 'authenticated',
    profile: { ...AUTHOR_PROFILE, role, areas: [...areas], municipality, municipalities },
  })
  let key = 0
  const newKey = (): string => `key-${(key += 1)}`
  const draft = foreignDraftSchema.parse({ ...templateDraftSchema.parse(buildTemplate()), ...change })
  const host = { now: () => 0, newKey, offer: () => ALL_OFFERED, timers: { set: () => 0, clear: () => undefined } }
  const store = createEditorStore(
    TEMPLATE_ID,
    opened(toEditorForm(draft, newKey), options.stored === true ? buildTemplate({ areas: draft.areas }, draft) : null),
    host,
  )
  const requests: Request[] = []
  const transport = createTransport({
    fetch: async (path, init) => {
      requests.push({
        path: String(path),
        init: init ?? {},
        sent: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : init?.body,
      })
      const said = server(String(path), init ?? {})
      if (said instanceof Error) throw said
      return new Response(said.body === undefined ? null : JSON.stringify(said.body), { status: said.status })
    },
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: undefined,
  })
  const local = openLocal(AUTHOR_PROFILE.id, { indexedDB: new IDBFactory() })
  const known = (options.known ?? []).map((area) => ({ ...area, provincia: 'Córdoba', pais: 'Argentina' }))
  if (known.length > 0) void receivePage(local, page({ areas: known }))
  const account = {
    local,
    ask: createSender(transport),
    onNews: () => undefined,
  } as unknown as Account
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={account}>
          <EditorProvider value={store}>
            <View {...options} />
            <Notices />
          </EditorProvider>
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  if (options.folded !== true)
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-kept=true]')) openDetails(details)
  const form = (): EditorForm => store.state.getState().form
  return { store, form, draft: () => toTemplateDraft(form()), undo: () => act(() => undoStep(store)), requests }
}

function opened(form: EditorForm, template: FormTemplate | null): Parameters<typeof createEditorStore>[1] {
  return { form, base: template === null ? null : { template, kept: null, opened: form } }
}

function View({
  locks = computeEditingLocks({ answers: 0, editableForm: false }),
  marked = false,
  view = 'panels',
}: Options): ReactNode {
  const form = useEditor((state) => state.form)
  const change = useApplyEdit()
  const problems = marked ? validateTemplate(toTemplateDraft(form)) : []
  const props = { id: TEMPLATE_ID, form, change, locks, problems }
  if (view === 'payment') return <PaymentPanel {...props} />
  if (view === 'panels') {
    return (
      <>
        <FormHeader {...props} />
        <FormPanels {...props} />
      </>
    )
  }
  const question = form.secciones
    .flatMap(({ preguntas }) => preguntas)
    .find(({ combinedQuestions }) => combinedQuestions !== undefined)
  return question === undefined ? null : (
    <CombinedEditor question={question} change={change} locked={locks.structure} disabled={locks.everything} />
  )
}

/** Adds what jsdom lacks, and loads the problem messages. */
export async function prepare(): Promise<void> {
  await startTranslations()
  notifications.clean()
}

export function toggle(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('switch', { name })
}

export function field(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name })
}

export function flip(name: string): void {
  fireEvent.click(toggle(name))
}

export function type(name: string, value: string): void {
  fireEvent.change(field(name), { target: { value } })
}

/** Opens a closed panel. */
export function unfold(name: string): void {
  const details = screen.getByRole('heading', { name }).closest('details')
  if (details === null) throw new Error(`${name} is not folded`)
  openDetails(details)
}

function openDetails(details: HTMLDetailsElement): void {
  details.open = true
  fireEvent(details, new Event('toggle'))
}
