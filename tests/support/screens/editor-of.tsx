import type { ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render } from '@testing-library/react'
import { type Section, createEmptyForm, toEditorForm, type EditorForm } from '#domain/templates/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { openLocal } from '#local/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { ALL_OFFERED, templateOf } from '#tests/support/builders/form-parts.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { addProblemMessages, AccountProvider, type Account } from '#ui/index.ts'
import { EditorProvider } from '#features/form-editor/store/editor-context.tsx'
import { createEditorStore, type EditorStore } from '#features/form-editor/store/editor-store.ts'
import { EDITOR_MESSAGES } from '#features/form-editor/messages/problem-messages.ts'

addProblemMessages(EDITOR_MESSAGES)

/** A store whose clock advances only when a test sets it, and whose timers run when a test calls them. */
export type TestEditor = EditorStore & {
  readonly form: () => EditorForm
  readonly clock: { now: number }
  /** @param count maximum number, oldest first */
  readonly runTimers: (count?: number) => void
  /** titles of the questions, by section and condition: the order that a user sees */
  readonly order: () => readonly (readonly string[])[]
}

/** @param sections of the form; none: a new form */
export function editorOf(sections?: readonly Section[], change: object = {}): TestEditor {
  const clock = { now: 0 }
  const timers: (() => void)[] = []
  let count = 0
  const newKey = (): string => `k${(count += 1)}`
  const template = sections === undefined ? null : templateOf(sections, change)
  const form = template === null ? createEmptyForm() : toEditorForm(template, newKey)
  const store = createEditorStore(
    templateIdSchema.parse('comercios'),
    { form, base: template === null ? null : { template, kept: null, opened: form } },
    {
      now: () => clock.now,
      newKey,
      offer: () => ALL_OFFERED,
      timers: { set: (run) => timers.push(run), clear: () => undefined },
    },
  )
  const now = (): EditorForm => store.state.getState().form
  return {
    ...store,
    clock,
    form: now,
    runTimers: (count = timers.length) => timers.splice(0, count).forEach((run) => run()),
    order: () =>
      now().secciones.flatMap(({ preguntas, conditions, conditionalSection }) =>
        (conditionalSection ? conditions.map(({ questions }) => questions) : [preguntas]).map((list) =>
          list.map(({ titulo }) => titulo),
        ),
      ),
  }
}

/** Renders a part of the editor over a store, with an account whose server does not reply. */
export function showEditor(store: EditorStore, part: ReactNode): void {
  const account = {
    local: openLocal(AUTHOR_PROFILE.id),
    onNews: () => undefined,
    ask: createSender(
      createTransport({
        fetch: async () => Promise.reject(new TypeError('no network')),
        clock: () => 0,
        timeout: () => new AbortController().signal,
        account: AUTHOR_PROFILE.id,
      }),
    ),
  } as unknown as Account
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={account}>
          <main id="main">
            <EditorProvider value={store}>{part}</EditorProvider>
          </main>
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
}
