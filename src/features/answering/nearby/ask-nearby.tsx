import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { readNearby, type NearbyAnswer } from '#domain/answers/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { Dialog, translateField, Page, useAccount, useFormats, chooseLanguage } from '#ui/index.ts'
import { toPointQuery } from '../location/address-help.ts'
import { StoredTextNotice } from '../public/discard-written.tsx'
import { discardDrafts } from '../public/open-public.ts'
import { pauseMilliseconds } from '../public/page-line.ts'
import { renderMunicipalityLine } from '../public/place-line.tsx'
import { buildFormPath } from '../public/public-place.ts'
import type { AnsweringSession } from '../session.ts'
import type { NearbyContent } from './use-nearby.tsx'

/** Timeout of the request for nearby answers, milliseconds. Sending continues without them. */
const TIMEOUT_MS = 4_000

/** Answers sent near a point. Empty if the server fails or does not reply in time. */
export async function findNearbyAnswers(
  ask: RequestSender,
  { id, at, language }: { readonly id: TemplateId; readonly at: LatLng; readonly language: string },
): Promise<readonly NearbyAnswer[]> {
  const promise = ask(readNearby, { id, ...toPointQuery(at), language: chooseLanguage(language) })
  const reply = await Promise.race([promise, pauseMilliseconds(TIMEOUT_MS)])
  return reply?.kind === 'ok' ? reply.value.answers : []
}

/** The user's choice: a nearby answer is about the same case, this is `another` case, or `none` (back to the form). */
export type NearbyChoice = NearbyAnswer | 'another' | 'none'

type NearbyOfferProps = {
  readonly template: FormTemplate
  readonly answers: readonly NearbyAnswer[]
  readonly choose: (choice: NearbyChoice) => void
}

/** Asks whether the case was already reported. Closing the dialog returns to the form. */
export function NearbyAnswersDialog({ template, answers, choose }: NearbyOfferProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <Dialog opened title={t`Is it one of these?`} onClose={() => choose('none')}>
      <div className="r-column r-gap-16">
        <p>
          <Trans>
            These answers were sent from nearby in the last few days. If one is about the same thing, you do not need to
            send yours.
          </Trans>
        </p>
        <ul className="r-column r-gap-12 r-plain" aria-label={t`Sent from nearby`}>
          {answers.map((answer, index) => (
            // Includes the index, as ids are not unique in this list.
            <li key={`${id}-${index}`} className="r-card r-column r-pad-12">
              <Facts id={`${id}-${index}`} template={template} answer={answer} />
              <Button
                variant="default"
                className="r-close"
                aria-describedby={`${id}-${index}`}
                onClick={() => choose(answer)}
              >
                <Trans>Yes, it is this one</Trans>
              </Button>
            </li>
          ))}
        </ul>
        <Button onClick={() => choose('another')}>
          <Trans>No, send my answer</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

type FactsProps = { readonly id?: string; readonly template: FormTemplate; readonly answer: NearbyAnswer }

/** Summary of a nearby answer: its kind or the form, its date, distance and state. */
function Facts({ id, template, answer: { kind, day, within, state } }: FactsProps) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const facts = [formats.date(`${day}T12:00:00`), t`up to ${within} m away`, state ?? '']
  return (
    <p id={id}>
      <strong className="r-breaks">{kind ?? translateField(template, 'titulo', i18n.locale)}</strong>
      <br />
      <span className="r-breaks">{facts.filter((fact) => fact !== '').join(' · ')}</span>
    </p>
  )
}

type AlreadyReportedProps = {
  readonly answer: NearbyAnswer
  readonly session: AnsweringSession
  readonly onBack: () => void
}

/** Replaces the form if the case was already reported. Nothing was sent, and the user can discard the text. */
export function AlreadyReportedNotice({ answer, session, onBack }: AlreadyReportedProps) {
  const { t, i18n } = useLingui()
  const { local } = useAccount()
  const [isGone, setGone] = useState(false)
  const { template } = session.form
  useEffect(() => {
    // Moves the focus to the page, as the focused button was removed.
    document.getElementById('main')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  const discard = async (): Promise<void> => {
    // Closes the journal first, so that a pending change does not restore the draft.
    await session.journal.close()
    await discardDrafts(local, [session.answer])
    setGone(true)
  }
  return (
    <Page
      width="narrow"
      title={t`Thank you. The municipality already knows.`}
      back={renderMunicipalityLine(template.municipioInfo.nombre)}
      subtitle={translateField(template, 'titulo', i18n.locale)}
    >
      <div className="r-column r-gap-16">
        <div className="r-card r-pad-12">
          <Facts template={template} answer={answer} />
        </div>
        {isGone ? (
          <>
            <p role="status">
              <Trans>Nothing was sent. What you wrote is no longer on this device. You can close this page.</Trans>
            </p>
            <Button component="a" variant="default" className="r-close" href={buildFormPath(template.id)}>
              <Trans>Send another</Trans>
            </Button>
          </>
        ) : (
          <>
            <StoredTextNotice onDiscard={discard}>
              <Trans>Your answer was not sent. What you wrote is still on this device.</Trans>
            </StoredTextNotice>
            <Button variant="default" className="r-close" onClick={onBack}>
              <Trans>Back to the form</Trans>
            </Button>
          </>
        )}
      </div>
    </Page>
  )
}

/** Location for which the user has already decided, by open form. The user is asked again only for another location. */
const decidedLocations = new WeakMap<AnsweringSession, string>()

type NearbyRequest = {
  readonly session: AnsweringSession
  readonly ask: RequestSender
  readonly language: string
  /** called before a dialog opens */
  readonly opens: () => void
  readonly show: (stage: NearbyContent) => void
}

/**
 * @returns whether to send: no answer is near, the author says that this case is a different one, or the author has
 * already decided for this location
 */
export async function askAboutNearbyAnswers({ session, ask, language, opens, show }: NearbyRequest): Promise<boolean> {
  const { template, state } = session.form
  const position = state.getState().header.location?.latlng
  const place = `${position?.latitude} ${position?.longitude}`
  if (position === undefined || place === decidedLocations.get(session)) return true
  const answers = await findNearbyAnswers(ask, { id: template.id, at: position, language })
  if (answers.length === 0) return true
  opens()
  const choice = await new Promise<NearbyChoice>((choose) =>
    show({ shown: <NearbyAnswersDialog template={template} answers={answers} choose={choose} /> }),
  )
  show({})
  if (choice === 'none') return false
  decidedLocations.set(session, place)
  if (choice === 'another') return true
  show({ instead: <AlreadyReportedNotice answer={choice} session={session} onBack={() => show({})} /> })
  return false
}
