import { useMemo, useState, useEffect } from 'react'
import { i18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { checkSubmission } from '#domain/answering/index.ts'
import {
  generateAnswerId,
  generateDeviceId,
  generateMutationId,
  ok,
  authorSchema,
  type Language,
} from '#domain/kernel/index.ts'
import {
  buildPreviewTemplate,
  PREVIEW_CLOSED,
  PREVIEW_READY,
  previewMessageSchema,
  type PreviewMessage,
} from '#domain/preview/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { createJournal } from '#local/index.ts'
import { Banner, chooseLanguage, EmptyState, ListSkeleton, loadCatalogue, NAMED_LANGUAGES, Page } from '#ui/index.ts'
import { LazyScanCodeButton } from '../controls/lazy-scan-code.ts'
import { FormPage } from '../form-page.tsx'
import { createFormStore } from '../form/form-store.ts'
import { findMissingFormItems } from '../form/find-missing.ts'
import { renderEmergencyLine } from '../public/place-line.tsx'
import { buildSubmit } from '../save/build-submit.ts'
import type { AnsweringSession } from '../session.ts'

const PREVIEW_AUTHOR = authorSchema.parse('vista-previa')

/**
 * A session without storage: files stay in memory, answers are discarded on saving. @param random cryptographic bytes
 */
function createPreviewSession(template: FormTemplate, random: (length: number) => Uint8Array): AnsweringSession {
  const form = createFormStore(template)
  const files = new Map<string, ArrayBuffer>()
  const answer = generateAnswerId(random(16))
  const envelope = {
    id: generateMutationId(random(16)),
    answer,
    author: PREVIEW_AUTHOR,
    device: generateDeviceId(random(16)),
    now: 0,
    offset: null,
  }
  return {
    form,
    answer,
    mutation: envelope.id,
    // A journal that stores nothing, so that no note about a draft is shown.
    journal: createJournal(async () => ok(undefined), { set: () => null, clear: () => undefined }),
    isDraft: () => false,
    files: {
      attach: async ({ sha256 }, data) => {
        files.set(sha256, data instanceof Blob ? await data.arrayBuffer() : data)
        return ok(undefined)
      },
      replace: async (_, old, { sha256 }, data) => {
        files.delete(old)
        files.set(sha256, data)
        return ok(undefined)
      },
      load: async ({ sha256 }) => files.get(sha256),
    },
    follow: () => async () => undefined,
    missing: () => findMissingFormItems(form),
    save: async () => checkSubmission(template, buildSubmit(form, envelope)),
  }
}

const CAPTURE = { ScanCode: LazyScanCodeButton }

/** /vista-previa: previews a form with its unsaved changes, in a frame of the editor. */
export function PreviewScreen() {
  const { t } = useLingui()
  const receivedPreview = usePreviewed()
  if (receivedPreview !== null) return <PreviewedForm key={receivedPreview.at} previewed={receivedPreview} />
  return (
    <Page title={t`Preview`} width="narrow">
      {isFramed() ? (
        <ListSkeleton rows={6} height={96} />
      ) : (
        <EmptyState title={<Trans>There is nothing to preview here.</Trans>}>
          <Trans>Open a form in the editor and choose the preview there.</Trans>
        </EmptyState>
      )}
    </Page>
  )
}

function PreviewedForm({ previewed: { message } }: { readonly previewed: ReceivedPreview }) {
  const { i18n } = useLingui()
  const [round, setRound] = useState(0)
  const [saved, setSaved] = useState(false)
  const session = useMemo(
    // A new `round` starts with an empty form.
    () => ({
      round,
      ...createPreviewSession(buildPreviewTemplate(message), (length) =>
        crypto.getRandomValues(new Uint8Array(length)),
      ),
    }),
    [message, round],
  )
  if (saved) {
    const retry = (): void => {
      setRound(round + 1)
      setSaved(false)
    }
    return <PreviewComplete title={message.draft.titulo} onAgain={retry} />
  }
  const { template } = session.form
  return (
    <FormPage
      key={round}
      session={session}
      notice={message.viewer === 'public' && renderEmergencyLine(template, i18n.locale)}
      capture={CAPTURE}
      elsewhere={false}
      onSaved={() => setSaved(true)}
    />
  )
}

function PreviewComplete({ title, onAgain }: { readonly title: string; readonly onAgain: () => void }) {
  const { t } = useLingui()
  return (
    <Page title={title === '' ? t`Preview` : title} width="narrow">
      <div role="status">
        <Banner
          tone="received"
          action={
            <Button variant="default" onClick={onAgain}>
              <Trans>Try the form again</Trans>
            </Button>
          }
        >
          <Trans>The answer is complete. In the preview, nothing is saved or sent.</Trans>
        </Banner>
      </div>
    </Page>
  )
}

/** The last form received from the editor, and a counter. */
type ReceivedPreview = { readonly message: PreviewMessage; readonly at: number }

/**
 * Announces to the parent window that the preview is ready. Accepts forms only from that window, and only from the same
 * origin.
 */
function usePreviewed(): ReceivedPreview | null {
  const [receivedPreview, setPreviewed] = useState<ReceivedPreview | null>(null)
  useEffect(() => {
    const take = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || source !== window.parent) return
      const message = previewMessageSchema.safeParse(data)
      if (!message.success) return
      void showInLanguage(message.data.language).then(() =>
        setPreviewed((before) => ({ message: message.data, at: (before?.at ?? 0) + 1 })),
      )
    }
    // Forwards Escape to the dialog, as key events in a frame do not reach its parent.
    const leave = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && isFramed())
        window.parent.postMessage(PREVIEW_CLOSED, location.origin)
    }
    addEventListener('message', take)
    addEventListener('keydown', leave)
    if (isFramed()) window.parent.postMessage(PREVIEW_READY, location.origin)
    return () => {
      removeEventListener('message', take)
      removeEventListener('keydown', leave)
    }
  }, [])
  return receivedPreview
}

/**
 * Shows this page in a language. If the app has no catalogue for it, the form's texts are in this language and all
 * others in the default language.
 */
async function showInLanguage(language: Language): Promise<void> {
  if (language === i18n.locale) return
  const known = chooseLanguage(language)
  // If a catalogue cannot be loaded, the page stays in the language of the editor.
  const load = (room?: string) => loadCatalogue(known, room, language)
  if (await Promise.all([load(), load('answering/')]).catch(() => null))
    i18n.activate(language, NAMED_LANGUAGES[known].tag)
}

/** Whether the preview runs inside the editor. */
function isFramed(): boolean {
  return window.parent !== window
}
