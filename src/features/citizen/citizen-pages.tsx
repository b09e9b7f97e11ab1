import { IconList, IconLogout } from '@tabler/icons-react'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Problem } from '#domain/kernel/index.ts'
import { Brand, DeleteButton, ErrorState, LanguagePicker, ListSkeleton, Page, useProblemText } from '#ui/index.ts'
import { CitizenDrafts } from './begun.tsx'
import { buildCitizenPath, parseCitizenPath, type CitizenPageRoute } from './citizen-place.ts'
import { PortalBackLink, NotFound } from './not-found.tsx'
import { OwnAnswers } from './own-answers.tsx'
import styles from './citizen.module.css'

/** State of a citizen's visit from the portal. */
export type VisitState =
  | { readonly kind: 'entering' }
  /** a single-use link from an e-mail was opened, and the citizen has to press a button */
  | { readonly kind: 'letter' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** unknown address, and no session */
  | { readonly kind: 'nowhere' }
  | ShownVisit
  | EndedVisit

type ShownVisit = {
  readonly kind: 'here'
  readonly visitor: Visitor
  readonly only?: string | undefined
  readonly isEnding?: boolean
}

/** The session has ended. The numbers count answers on this device. */
type EndedVisit = {
  readonly kind: 'over'
  /** answers that are saved but not sent yet */
  readonly waiting: number
  /** answers refused by the municipality, which are not sent again */
  readonly refused: number
  /** answers that are started but not saved */
  readonly drafts: number
  /** discards refused answers and drafts */
  readonly discard: () => Promise<void>
}

type RoomProps = {
  readonly id: string
  readonly go: (place: CitizenPageRoute) => void
  /** the citizen's draft for this page, which can be read and discarded, and continued if it can be opened */
  readonly left: ReactNode
}
/** Components of other modules: form, correction of an answer, view of an answer. */
export type CitizenScreens = {
  readonly Form: ComponentType<RoomProps & { readonly username: string }>
  readonly Revision: ComponentType<RoomProps>
  readonly AnswerPage: ComponentType<RoomProps>
}

type CitizenPagesProps = {
  readonly entrance: VisitState
  readonly rooms: CitizenScreens
  readonly onAgain: () => void
  /** wraps pages in the context of the open account */
  readonly around: (children: ReactNode) => ReactNode
}

/** All pages for citizens from the portal. Without menu and without links to the staff app. */
export function CitizenPages({ entrance, rooms, onAgain, around }: CitizenPagesProps) {
  const [place, setPlace] = useState<CitizenPageRoute>(() => parseCitizenPath(location.pathname))
  useEffect(() => {
    const back = (): void => setPlace(parseCitizenPath(location.pathname))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const go = (next: CitizenPageRoute): void => {
    history.pushState(null, '', buildCitizenPath(next))
    scrollTo(0, 0)
    setPlace(next)
  }
  return (
    <main id="main" tabIndex={-1} className={`r-column r-gap-0 ${styles['main']}`}>
      {entrance.kind !== 'here' ? (
        <>
          <header className={`r-line r-middle r-between r-wide ${styles['bar']}`}>
            <Brand />
            {/* Choosing a language reloads the page, which would lose what an ended session left here. */}
            {entrance.kind !== 'over' && <LanguagePicker />}
          </header>
          <EntranceScreen entrance={entrance} onAgain={onAgain} />
        </>
      ) : (
        around(
          <>
            <VisitBar visitor={entrance.visitor} go={go} isWhole={entrance.only === undefined} />
            <p role="alert" className={`r-bold ${styles['ending']}`}>
              {entrance.isEnding && <Trans>Your session will end soon. Tap or press a key to stay signed in.</Trans>}
            </p>
            <CitizenScreen place={place} rooms={rooms} go={go} username={entrance.visitor.username} />
          </>,
        )
      )}
    </main>
  )
}

type ShownProps = Pick<CitizenPagesProps, 'rooms'> &
  Pick<RoomProps, 'go'> & { readonly place: CitizenPageRoute; readonly username: string }

function CitizenScreen({ place, rooms: { Form, Revision, AnswerPage }, go, username }: ShownProps) {
  switch (place.kind) {
    case 'form':
      return <Form key={place.form} id={place.form} go={go} username={username} left={<CitizenDrafts at={place} />} />
    case 'revision':
      return <Revision key={place.answer} id={place.answer} go={go} left={<CitizenDrafts at={place} />} />
    case 'answer':
      return (
        <AnswerPage
          key={place.answer}
          id={place.answer}
          go={go}
          left={<CitizenDrafts go={go} at={{ kind: 'revision', answer: place.answer }} />}
        />
      )
    case 'list':
      return <OwnAnswers go={go} />
    case 'nowhere':
      return <NotFound go={go} />
  }
}

type DoorProps = { readonly entrance: Exclude<VisitState, { kind: 'here' }>; readonly onAgain: () => void }

function EntranceScreen({ entrance, onAgain }: DoorProps) {
  const { t } = useLingui()
  switch (entrance.kind) {
    case 'entering':
      return (
        <Page title={t`Signing in from the citizen portal`} width="narrow">
          <ListSkeleton rows={4} height={96} label={t`Signing in from the citizen portal`} />
        </Page>
      )
    case 'letter':
      return (
        <Page title={t`Your form`} width="narrow">
          <p>
            <Trans>This link works once. Open it on the device you want to use.</Trans>
          </p>
          <Button onClick={onAgain}>
            <Trans>Open</Trans>
          </Button>
        </Page>
      )
    case 'nowhere':
      return <NotFound />
    case 'refused':
      return <EntryFailure problem={entrance.problem} onAgain={onAgain} />
    case 'over':
      return <EndedSession entrance={entrance} />
  }
}

/** Explains why access failed, and how to get a new token or retry. */
function EntryFailure({ problem, onAgain }: { readonly problem: Problem; readonly onAgain: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const isOver = problem.code === 'portal.login-failed' || problem.code === 'session.required'
  return (
    <Page title={t`Citizen portal`} width="narrow">
      <ErrorState
        title={<Trans>Could not sign in from the citizen portal</Trans>}
        action={
          isOver ? (
            <PortalBackLink />
          ) : (
            <Button onClick={onAgain}>
              <Trans>Try again</Trans>
            </Button>
          )
        }
      >
        {isOver ? (
          <Trans>The link works only once and for a short time. Go back to the portal and open the form again.</Trans>
        ) : (
          problemText(problem)
        )}
      </ErrorState>
    </Page>
  )
}

/** Shown after the session has ended. Says whether answers are left on this device, without any data of the citizen. */
function EndedSession({ entrance: { waiting, refused, drafts, discard } }: { readonly entrance: EndedVisit }) {
  const { t } = useLingui()
  const [left, setLeft] = useState({ refused, drafts })
  return (
    <Page title={t`Your session has ended`} width="narrow">
      <p role="status">
        <Trans>To continue, sign in again from the portal.</Trans>
      </p>
      {waiting > 0 && (
        <p>
          <Trans>What you saved is kept on this device and is sent when you sign in again from the portal.</Trans>
        </p>
      )}
      {left.refused > 0 && (
        <p>
          <Trans>
            The municipality could not receive something you sent. It is kept on this device and will not be sent again.
            Open “My answers” from the portal on this device to read it.
          </Trans>
        </p>
      )}
      {left.drafts > 0 && (
        <p>
          <Trans>Your draft is kept on this device so you can finish it here.</Trans>
        </p>
      )}
      {left.refused + left.drafts > 0 && (
        <>
          <p>
            <Trans>If other people use this device, discard what you wrote.</Trans>
          </p>
          <DeleteButton onClick={() => void discard().then(() => setLeft({ refused: 0, drafts: 0 }))}>
            {left.refused === 0 ? <Trans>Discard my draft</Trans> : <Trans>Discard what I wrote</Trans>}
          </DeleteButton>
        </>
      )}
    </Page>
  )
}

export type Visitor = {
  readonly name: string
  readonly username: string
  readonly municipality: string
  /** whether the session continues after a reload, which choosing a language causes */
  readonly isStored: boolean
  readonly leave: () => Promise<void>
}

type VisitBarProps = {
  readonly visitor: Visitor
  readonly go: (place: CitizenPageRoute) => void
  /** whether the session is not limited to one correction */
  readonly isWhole: boolean
}

export function VisitBar({ visitor, go, isWhole }: VisitBarProps) {
  const { t } = useLingui()
  return (
    <header
      className={`r-row r-gap-x-16 r-middle r-between r-wide r-under ${styles['bar']}`}
      aria-label={t`Your session`}
    >
      <p className={styles['visitor']}>
        <strong>{visitor.name}</strong> <span className="r-soft">{visitor.municipality}</span>
      </p>
      {visitor.isStored && <LanguagePicker />}
      <div className={`r-row ${styles['actions']}`}>
        {isWhole && (
          <Button
            variant="subtle"
            leftSection={<IconList size={20} aria-hidden="true" />}
            onClick={() => go({ kind: 'list' })}
          >
            <Trans>My answers</Trans>
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconLogout size={20} aria-hidden="true" />}
          onClick={() => void visitor.leave()}
        >
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </header>
  )
}
