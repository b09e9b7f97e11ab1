import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { loadTemplate, readMeta, type Local } from '#local/index.ts'
import {
  DeleteButton,
  Banner,
  lazyPart,
  LinkButton,
  ListSkeleton,
  useAccount,
  useFormats,
  useProfile,
} from '#ui/index.ts'
import { BOOKING_HASH } from './booking/books.ts'
import { AnsweringForm } from './answering-form.tsx'
import type { FormCannotOpenProps, FormsNotDownloadedProps } from './cannot-open.tsx'
import { findLeavingSession } from './drafts/leaving-forms.ts'
import { NEW_DRAFT, openDraft, type DraftOpening } from './drafts/open-draft.ts'
import { type DraftDiscarding, useDraftDiscarding } from './drafts/use-discarding.ts'
import { createAnsweringSession, type AnsweringHost, type AnsweringSession } from './session.ts'
import { useAnsweringHost } from './use-answering-host.ts'

/** Loaded on demand, as users rarely have several drafts of one form. */
const DraftChooser = lazyPart(async () => (await import('./drafts/draft-chooser.tsx')).DraftChooser)

/** Loaded on demand, as most forms can be opened. */
const CannotOpen = lazyPart<FormCannotOpenProps>(async () => (await import('./cannot-open.tsx')).FormCannotOpen)
const NotHereYet = lazyPart<FormsNotDownloadedProps>(async () => (await import('./cannot-open.tsx')).FormsNotDownloaded)

/** The form on screen. `of`: the form id and draft id in the URL when it was opened. */
type OpenedForm = { readonly opening: DraftOpening; readonly session: AnsweringSession | null; readonly of: string }

/**
 * Whether the user may answer the form. Loads the access rules (9 KB) on demand. True if the rules cannot be loaded, as
 * the server checks answers anyway.
 */
async function isAnswered(
  ...args: Parameters<typeof import('./drafts/may-answer.ts').canAnswerForm>
): Promise<boolean> {
  const rules = await import('./drafts/may-answer.ts').catch(() => undefined)
  return rules?.canAnswerForm(...args) ?? true
}

/** /contestar/$id: a new answer, or the draft named in the URL. */
export function AnsweringScreen() {
  const { id } = useParams({ from: '/contestar/$id' })
  const { borrador, citizenHash } = useSearch({ from: '/contestar/$id' })
  const { local, sync } = useAccount()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OpenedForm | null>(null)
  const discarding = useDraftDiscarding(local)
  const host = useAnsweringHost()
  const profile = useProfile()
  const address = `${id}?${borrador ?? ''}`
  const arrival = useFormLoadState(local, id)
  const wasMissing = opened?.opening.kind === 'problem' && opened.opening.problem.code === 'template.missing'
  // The first change adds the draft's id to the URL. The form is then already open and is not opened again.
  const isOfAddress =
    opened !== null && (opened.of === address || (opened.session !== null && opened.session.answer === borrador))
  const isOpen = isOfAddress && !(wasMissing && arrival === 'here')

  useEffect(() => {
    if (isOpen) return
    let hasLeft = false
    const open = async (): Promise<void> => {
      const template = templateIdSchema.safeParse(id)
      const draftOpening: DraftOpening = template.success
        ? await openDraft(local, template.data, borrador)
        : { kind: 'problem', problem: { code: 'template.missing' } }
      // Drafts open even without permission, so that their author can still send them.
      const isRefused = draftOpening.kind === 'new' && !(await isAnswered(profile, draftOpening.template))
      const opening: DraftOpening = isRefused
        ? { kind: 'problem', problem: { code: 'template.not-in-areas' } }
        : draftOpening
      if (hasLeft) return
      setOpened({ opening, session: openAnsweringSession(opening, host), of: address })
    }
    void open()
    return () => {
      hasLeft = true
    }
  }, [address, borrador, host, id, isOpen, local, profile])

  const saved = opened?.opening.kind === 'saved' ? opened.opening.answer : null
  useEffect(() => {
    if (saved !== null)
      void navigate({ to: '/contestar/$id/guardado/$answerId', params: { id, answerId: saved }, replace: true })
  }, [id, navigate, saved])

  if (opened === null || !isOpen || saved !== null) return <OpeningSkeleton />
  const { opening, session } = opened
  if (wasMissing && arrival !== 'missing') return <NotHereYet failed={arrival === 'failed'} />
  if (opening.kind === 'problem') return <CannotOpen problem={opening.problem} />
  if (opening.kind === 'choose')
    return <DraftChooser template={opening.template} drafts={opening.drafts} discarding={discarding} />
  if (session === null) return <OpeningSkeleton />

  return (
    <AnsweringForm
      key={session.answer}
      session={session}
      notice={<DraftNotice opening={opening} discarding={discarding} />}
      citizenHash={citizenHash}
      onFirstChange={() => {
        void navigate({
          to: '/contestar/$id',
          params: { id },
          search: { borrador: session.answer },
          replace: true,
          resetScroll: false,
        })
      }}
      onSaved={(next) => {
        void sync.saved()
        void navigate({
          to: '/contestar/$id/guardado/$answerId',
          params: { id, answerId: session.answer },
          replace: true,
          ...(next === undefined ? {} : { hash: next === 'copy' ? 'copia' : BOOKING_HASH }),
        })
      }}
    />
  )
}

function openAnsweringSession(opening: DraftOpening, host: AnsweringHost): AnsweringSession | null {
  if (opening.kind === 'new') return createAnsweringSession(opening, host)
  return opening.kind === 'draft'
    ? (findLeavingSession(opening.draft.id) ?? createAnsweringSession(opening, host))
    : null
}

/**
 * Says that a draft is being continued, and offers to start a new answer or to discard the draft. After discarding,
 * offers undo.
 */
function DraftNotice({
  opening,
  discarding,
}: {
  readonly opening: DraftOpening
  readonly discarding: DraftDiscarding
}) {
  const navigate = useNavigate()
  const formats = useFormats()
  const [discarded] = discarding.ids
  if (opening.kind === 'new' && discarded !== undefined) {
    const bringBack = (): void => {
      discarding.undo(discarded)
      void navigate({ to: '/contestar/$id', params: { id: opening.template.id }, search: { borrador: discarded } })
    }
    return (
      <div role="status">
        <Banner
          tone="waiting"
          action={
            <Button variant="default" onClick={bringBack}>
              <Trans>Undo</Trans>
            </Button>
          }
        >
          <Trans>Draft discarded</Trans>
        </Banner>
      </div>
    )
  }
  if (opening.kind !== 'draft') return null
  const { draft, template } = opening
  const discard = (): void => {
    discarding.discard(draft.id)
    void navigate({ to: '/contestar/$id', params: { id: template.id }, search: { borrador: NEW_DRAFT }, replace: true })
  }
  return (
    <Banner
      tone="quiet"
      action={
        <div className="r-row">
          <LinkButton
            variant="default"
            to="/contestar/$id"
            params={{ id: template.id }}
            search={{ borrador: NEW_DRAFT }}
          >
            <Trans>Start a new answer</Trans>
          </LinkButton>
          <DeleteButton onClick={discard}>
            <Trans>Discard</Trans>
          </DeleteButton>
        </div>
      }
    >
      {draft.takenBack === true ? (
        <Trans>This answer is a draft again. Save it to send it.</Trans>
      ) : (
        <Trans>You are continuing the draft of {formats.dateTime(draft.updatedAt)}.</Trans>
      )}
    </Banner>
  )
}

/**
 * Delay before the skeleton, milliseconds. The device's database is usually faster, and a flash would be distracting.
 */
const SKELETON_DELAY_MS = 150

function OpeningSkeleton() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div style={{ padding: 16, maxWidth: 760, margin: '0 auto' }}>
      <ListSkeleton rows={6} height={96} />
    </div>
  )
}

/**
 * Whether this device has the form; undefined while loading. `coming`: no forms are downloaded yet, for example right
 * after the first sign-in. `failed`: no forms are downloaded yet, and downloading failed. `missing`: forms are
 * downloaded, but not this form.
 */
export function useFormLoadState(local: Local, id: string): 'here' | 'coming' | 'failed' | 'missing' | undefined {
  return useLiveQuery(async () => {
    const parsed = templateIdSchema.safeParse(id)
    const [template, pulledAt, failed] = await Promise.all([
      parsed.success ? loadTemplate(local, parsed.data) : undefined,
      readMeta(local, 'pulledAt'),
      readMeta(local, 'firstPullFailed'),
    ])
    if (template !== undefined) return 'here'
    if (!parsed.success || pulledAt !== undefined) return 'missing'
    return failed === true ? 'failed' : 'coming'
  }, [local, id])
}
