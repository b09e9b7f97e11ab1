import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { AnswerId } from '#domain/kernel/index.ts'
import { getForeignLanguageTag, getOriginalLanguage, type FormTemplate } from '#domain/templates/index.ts'
import {
  ErrorState,
  translateField,
  tabStorage,
  lazyPart,
  lazyPartOrNone,
  ListSkeleton,
  Page,
  useAccount,
  useProblemText,
} from '#ui/index.ts'
import { useDraftAutosave } from '../drafts/use-draft-autosave.ts'
import { FormPage } from '../form-page.tsx'
import { createAnsweringSession } from '../session.ts'
import { useAnsweringHost } from '../use-answering-host.ts'
import type { PublicOpening } from './open-public.ts'
import { renderEmergencyLine, renderMunicipalityLine } from './place-line.tsx'
import type { PublicNoticesProps } from './public-notices.tsx'
import { applyTypedState } from './typed-state.ts'
import { useNearbyAnswersCheck } from '../nearby/use-nearby.tsx'
import type { StepAfterSaving } from '../save/save-bar.tsx'
import { buildSendLabels, useCheckPage } from '../save/sending.tsx'
import type { FormUnavailableProps } from './refused.tsx'
import type { AnswerLinkProps } from './to-answer.tsx'
import { loadSentAnswer, type SentAnswer } from '../downloads/sent-answer.ts'
import type { DraftOwnerConfirmationProps } from './whose-draft.tsx'
import styles from './public.module.css'

type PublicFormPageProps = {
  /** undefined while loading */
  readonly opened: PublicOpening | undefined
  /** called once the answer is stored durably on this device */
  readonly onSaved: (answer: AnswerId, written: SentAnswer | undefined, next?: StepAfterSaving) => void
  /** shows the given opening; undefined: looks up the form again */
  readonly onAgain: (opening?: PublicOpening) => void
}

/** /publico/contestar/{id}: a form for anyone who has the link, in each of its states. */
export function PublicFormPage({ opened, onSaved, onAgain }: PublicFormPageProps) {
  const { t } = useLingui()
  switch (opened?.kind) {
    case undefined:
      return (
        <div className={`r-pad-16 ${styles['opening']}`}>
          <ListSkeleton rows={6} height={96} label={t`Opening the form`} />
        </div>
      )
    case 'form':
      return <OwnDraftForm key={getOpeningId(opened)} opened={opened} onSaved={onSaved} onAgain={onAgain} />
    case 'answered':
      return <LazyAlreadyAnswered answer={opened.before} />
    case 'refused':
      return <LazyFormUnavailable problem={opened.problem} drafts={opened.drafts} onAgain={onAgain} />
    case 'unreachable':
      return <FormUnreachable problem={opened.problem} onAgain={() => onAgain()} />
    default:
      return opened satisfies never
  }
}

/** Map and address search, loaded on request. */
async function loadAid() {
  return (await import('./public-aid.tsx')).PublicLocationAid
}

type Answerable = Extract<PublicOpening, { readonly kind: 'form' }>

function getOpeningId({ opening }: Answerable): string {
  return opening.kind === 'draft' ? opening.draft.id : opening.template.id
}

type AnswerableProps = Omit<PublicFormPageProps, 'opened'> & { readonly opened: Answerable }

/** Loaded after the form. First visits have no earlier work to report, and later visits have the file cached. */
const LazyPublicNotices = lazyPartOrNone<PublicNoticesProps>(
  async () => (await import('./public-notices.tsx')).PublicNotices,
)
/** Loaded on demand. Users with a draft have visited before, so the file is cached. */
const LazyConfirmDraftOwner = lazyPart<DraftOwnerConfirmationProps>(
  async () => (await import('./whose-draft.tsx')).DraftOwnerConfirmation,
)

/** Loaded on demand, as most forms accept answers. */
const LazyFormUnavailable = lazyPart<FormUnavailableProps>(async () => (await import('./refused.tsx')).FormUnavailable)
const LazyAlreadyAnswered = lazyPart<AnswerLinkProps>(async () => (await import('./refused.tsx')).AlreadyAnsweredPage)

/** Id of the draft written in this tab, which is continued after a reload without asking. */
const OWN_DRAFT_KEY = 'relevo.public-draft'

/** Hides an existing draft until the user confirms that it is their own, as it may be another person's. */
function OwnDraftForm(props: AnswerableProps) {
  const { opening } = props.opened
  const [goesOn, setContinues] = useState(
    () => opening.kind !== 'draft' || tabStorage.get(OWN_DRAFT_KEY) === opening.draft.id,
  )
  if (goesOn || opening.kind !== 'draft') return <AnsweringPage {...props} />
  return <LazyConfirmDraftOwner {...props} opening={opening} onContinue={() => setContinues(true)} />
}

function AnsweringPage({ opened, onSaved, onAgain }: AnswerableProps) {
  const { sync, local } = useAccount()
  const { i18n } = useLingui()
  const host = useAnsweringHost()
  const session = useMemo(() => createAnsweringSession(opened.opening, host), [opened, host])
  const [begun, setBegun] = useState(session.isDraft())
  const elsewhere = useDraftAutosave(session, () => setBegun(true))
  // Runs after `useDraftAutosave`, so that text typed before the app started is stored as the first change.
  useEffect(() => applyTypedState(session.form), [session])
  useEffect(() => {
    if (begun) tabStorage.set(OWN_DRAFT_KEY, session.answer)
  }, [begun, session])
  const nearby = useNearbyAnswersCheck(session)
  const { opcionales } = session.form.template
  const leave = async (next?: StepAfterSaving): Promise<void> => {
    // Read before sending, as the device deletes an answer once the server has received it.
    const written = opcionales.automaticDownload
      ? await loadSentAnswer(local, session.answer).catch(() => undefined)
      : undefined
    void sync.saved()
    onSaved(session.answer, written, next)
  }
  const sending = {
    onSaved: (next?: StepAfterSaving) => void leave(next),
    before: nearby.before,
    sends: buildSendLabels(translateField(session.form.template, 'nombreRespuesta', i18n.locale)),
    next: opcionales.addAppointment ? ('booking' as const) : undefined,
  }
  const { around, ...check } = useCheckPage(session, sending, <Trans>Continue</Trans>)
  if (nearby.instead) return nearby.instead
  return (
    <>
      {around(
        <FormPage
          {...check}
          session={session}
          offeredAid={loadAid}
          onSaved={sending.onSaved}
          elsewhere={elsewhere}
          back={renderMunicipalityLine(session.form.template.municipioInfo.nombre)}
          notice={
            <>
              {renderEmergencyLine(session.form.template, i18n.locale)}
              {renderLanguageNote(session.form.template, i18n.locale)}
              <LazyPublicNotices
                opened={opened}
                session={session}
                begun={begun}
                elsewhere={elsewhere}
                onAgain={onAgain}
              />
            </>
          }
        />,
      )}
      {nearby.shown}
    </>
  )
}

/**
 * Shown if the form is not on the device and could not be loaded. Tries again automatically when the device is online.
 */
function FormUnreachable({ problem, onAgain }: Pick<FormUnavailableProps, 'problem' | 'onAgain'>) {
  const { t } = useLingui()
  const problemText = useProblemText()
  useEffect(() => {
    addEventListener('online', onAgain)
    return () => removeEventListener('online', onAgain)
  }, [onAgain])
  const isOffline = problem.code === 'network.unreachable'
  const unstored = problem.code === 'device.storage-failed' && (
    <Trans>
      This form could not be opened, because the browser could not store it. Try again, or use another browser or
      device.
    </Trans>
  )
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState
        title={isOffline ? <Trans>There is no connection.</Trans> : unstored || problemText(problem)}
        action={
          <Button variant="default" onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {isOffline && (
          <Trans>Connect to the internet to open this form the first time. After that, it works offline.</Trans>
        )}
      </ErrorState>
    </Page>
  )
}

/**
 * Note that the form's title is not in the language of the page. Does not name the title's language, which is only
 * inferred from the country.
 */
function renderLanguageNote(template: FormTemplate, reader: string): ReactNode {
  if (getForeignLanguageTag(template, 'titulo', reader, getOriginalLanguage(template)) === undefined) return undefined
  return (
    <p className="r-soft r-note">
      <Trans>This form is not available in English.</Trans>
    </p>
  )
}
