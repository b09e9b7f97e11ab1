import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { citizenSchema } from '#domain/citizens/index.ts'
import type { Instant } from '#domain/kernel/index.ts'
import {
  Banner,
  EmptyState,
  ErrorState,
  ListSkeleton,
  Page,
  translateField,
  useAccount,
  useProblemText,
} from '#ui/index.ts'
import { DraftOpenElsewhere } from '../drafts/open-elsewhere.tsx'
import { useDraftAutosave } from '../drafts/use-draft-autosave.ts'
import { useIsSavedElsewhere } from '../drafts/use-saved-elsewhere.ts'
import { setHeader } from '../form/form-actions.ts'
import { FormPage } from '../form-page.tsx'
import type { StepAfterSaving } from '../save/save-bar.tsx'
import { useCheckPage } from '../save/sending.tsx'
import { renderEmergencyLine } from '../public/place-line.tsx'
import { createAnsweringSession, type AnsweringSession } from '../session.ts'
import { useAnsweringHost } from '../use-answering-host.ts'
import { PortalDraftNote } from './draft-note.tsx'
import { openPortalForm, requestPermit, type NamedCitizen, type RefusedPortalForm } from './open-portal.ts'
import { PortalSavedPage } from './portal-saved.tsx'

/** Map and address search for the public, loaded on request. */
async function loadAid() {
  return (await import('../public/public-aid.tsx')).PublicLocationAid
}

type OpenedPortalForm =
  | { readonly kind: 'opening' }
  | RefusedPortalForm
  | {
      readonly kind: 'form'
      readonly session: AnsweringSession
      readonly citizen: NamedCitizen
      readonly draftedAt: Instant | undefined
    }
  | { readonly kind: 'saved'; readonly session: AnsweringSession; readonly next: StepAfterSaving | undefined }

type PortalFormProps = {
  readonly id: string
  readonly username: string
  /** shown if the form cannot be opened: the citizen's draft, which can be read and discarded */
  readonly left?: ReactNode
}

/** /ciudadano/contestar/{id}: a form of the portal, for its signed-in citizen. */
export function PortalForm({ id, username, left }: PortalFormProps) {
  const { t } = useLingui()
  const { local, ask, sync } = useAccount()
  const host = useAnsweringHost()
  const [opened, setOpened] = useState<OpenedPortalForm>({ kind: 'opening' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isLeft = false
    const open = async (): Promise<OpenedPortalForm> => {
      const opening = await openPortalForm({ local, ask }, id)
      if (opening.kind === 'refused') return opening
      const session = createAnsweringSession(opening.opening, host)
      const { template } = opening.opening
      const result = await requestPermit({ local, ask }, { purpose: 'answer.submit', form: template.id }, session)
      if (!result.ok) return { kind: 'refused', problem: result.problem, form: template }
      // Only for display. The server always uses the citizen of the portal's session.
      setHeader(session.form, { citizen: citizenSchema.parse(result.value), portal: {} })
      const draftedAt = opening.opening.kind === 'draft' ? opening.opening.draft.updatedAt : undefined
      return { kind: 'form', session, citizen: result.value, draftedAt }
    }
    void open().then((form) => !isLeft && setOpened(form))
    return () => {
      isLeft = true
    }
  }, [local, ask, host, id, turn])
  const retry = (): void => {
    setOpened({ kind: 'opening' })
    setTurn((before) => before + 1)
  }
  switch (opened.kind) {
    case 'opening':
      return (
        <Page title={t`Form`} width="narrow">
          <ListSkeleton rows={6} height={96} label={t`Opening the form`} />
        </Page>
      )
    case 'refused':
      return <RefusedForm refused={opened} left={left} onAgain={retry} />
    case 'form':
      return (
        <AnsweringPage
          key={opened.session.answer}
          opened={opened}
          username={username}
          onDiscarded={retry}
          onSaved={(next) => {
            void sync.saved()
            setOpened({ kind: 'saved', session: opened.session, next })
          }}
        />
      )
    case 'saved':
      return <PortalSavedPage session={opened.session} books={opened.next === 'booking'} />
  }
}

type AnsweringProps = {
  readonly opened: Extract<OpenedPortalForm, { kind: 'form' }>
  readonly username: string
  readonly onSaved: (next?: StepAfterSaving) => void
  readonly onDiscarded: () => void
}

function AnsweringPage({ opened: { session, citizen, draftedAt }, username, onSaved, onDiscarded }: AnsweringProps) {
  const { i18n } = useLingui()
  const [begun, setBegun] = useState(session.isDraft())
  const elsewhere = useDraftAutosave(session, () => setBegun(true))
  const savedElsewhere = useIsSavedElsewhere(session)
  useEffect(() => {
    if (savedElsewhere) onSaved()
  }, [savedElsewhere, onSaved])
  const note: ReactNode = useMemo(
    () => (
      <Banner tone="quiet">
        <Trans>
          The answer will be sent with the data of the user {username}: {`${citizen.nombre} ${citizen.apellido}`.trim()}
          , {citizen.dni}.
        </Trans>
      </Banner>
    ),
    [username, citizen],
  )
  const next = session.form.template.opcionales.addAppointment ? 'booking' : undefined
  const { around, ...check } = useCheckPage(session, { onSaved, next }, <Trans>Continue</Trans>)
  return around(
    <FormPage
      {...check}
      session={session}
      offeredAid={loadAid}
      onSaved={onSaved}
      header={note}
      elsewhere={elsewhere}
      notice={
        <>
          {renderEmergencyLine(session.form.template, i18n.locale)}
          {elsewhere ? (
            <DraftOpenElsewhere />
          ) : (
            begun && <PortalDraftNote session={session} draftedAt={draftedAt} onDiscarded={onDiscarded} />
          )}
        </>
      }
    />,
  )
}

type RefusedProps = Pick<PortalFormProps, 'left'> & {
  readonly refused: RefusedPortalForm
  readonly onAgain: () => void
}

/** Explains that the form accepts no answer from this citizen, or could not be opened. */
function RefusedForm({ refused: { problem, form }, left, onAgain }: RefusedProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const canRetry = problem.code === 'network.unreachable' || problem.code.startsWith('server.')
  const State = problem.code === 'answer.already-answered' ? EmptyState : ErrorState
  return (
    <Page title={form === undefined ? t`Form` : translateField(form, 'titulo', i18n.locale)} width="narrow">
      <State
        title={problem.code === 'template.missing' ? <Trans>The form does not exist.</Trans> : problemText(problem)}
        action={
          canRetry ? (
            <Button variant="default" onClick={onAgain}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <Button variant="default" component="a" href="/ciudadano/formularios/respuestas">
              <Trans>My answers</Trans>
            </Button>
          )
        }
      >
        {canRetry ? undefined : <Trans>Open another form in the citizen portal, or see what you have sent.</Trans>}
      </State>
      {left}
    </Page>
  )
}
