import { Button } from '@mantine/core'
import { useEffect, useState, Component, type ReactNode, type ComponentType } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ErrorState,
  ListSkeleton,
  Page,
  useAccount,
  lazyPart,
  changeLanguage,
  isServedByWorker,
  NAMED_LANGUAGES,
  OFFERED_LANGUAGES,
} from '#ui/index.ts'
import { BOOKING_HASH } from '../booking/books.ts'
import type { StepAfterSaving } from '../save/save-bar.tsx'
import { openPublicForm, openEmbeddedForm, readEmbeddedForm, type PublicOpening } from './open-public.ts'
import { pauseMilliseconds, isServerReachable } from './page-line.ts'
import { PublicFormPage } from './public-form.tsx'
import { renderMunicipalityLine } from './place-line.tsx'
import { parsePublicPath, buildSavedPath, type PublicRoute } from './public-place.ts'
import { restoreFocus, readTypedState } from './typed-state.ts'
import type { SentAnswer } from '../downloads/sent-answer.ts'
import styles from './public.module.css'

/** Milliseconds between connection checks. */
const CHECK_INTERVAL_MS = 5_000

export type ReloadDeps = {
  readonly pause: (milliseconds: number) => Promise<void>
  /** whether reloading the page would succeed now */
  readonly isThere: () => Promise<boolean>
  readonly reload: () => void
}

/**
 * A component whose file may fail to load. Retrying can fail forever: browsers before 2026 never request a failed file
 * again (whatwg/html issue 6768), and a newer server no longer has the file. If the retry fails as well, the returned
 * component reloads the page when it is rendered, not earlier, as the user may be typing.
 * @param load fetches the file; rejects on failure
 */
export async function loadComponentOrReload<P>(
  load: () => Promise<ComponentType<P>>,
  { pause, isThere, reload }: ReloadDeps,
): Promise<ComponentType<P>> {
  try {
    return await load()
  } catch {
    do await pause(CHECK_INTERVAL_MS)
    while (!(await isThere()))
  }
  try {
    return await load()
  } catch {
    return function ReloadOnce() {
      useEffect(() => reload(), [])
      return null
    }
  }
}

type LoadErrorBoundaryProps = { readonly children: ReactNode; readonly reload?: () => void }

/** Error boundary for parts of a page whose file failed to load. Typed text is in the draft. */
export class LoadErrorBoundary extends Component<LoadErrorBoundaryProps, { readonly isFallen: boolean }> {
  override state = { isFallen: false }
  static getDerivedStateFromError() {
    return { isFallen: true }
  }
  override render(): ReactNode {
    const { children, reload = () => location.reload() } = this.props
    return this.state.isFallen ? <LoadErrorMessage reload={reload} /> : children
  }
}

function LoadErrorMessage({ reload }: { readonly reload: () => void }) {
  const { t } = useLingui()
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState
        title={<Trans>We are sorry, something went wrong...</Trans>}
        action={
          <Button variant="default" onClick={reload}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>What you wrote is still on this device.</Trans>
      </ErrorState>
    </Page>
  )
}

/** The answer's outcome. Loaded after the form, or when a lost connection is back. */
const LaterSaved = lazyPart(() =>
  loadComponentOrReload(async () => (await import('./public-saved.tsx')).PublicSavedPage, {
    pause: pauseMilliseconds,
    // A page controlled by a service worker can also be reloaded offline.
    isThere: async () => isServedByWorker() || (await isServerReachable()),
    reload: () => location.reload(),
  }),
)

export { restoreFocus, openPublicForm, openEmbeddedForm, parsePublicPath, readTypedState, readEmbeddedForm }

/** Delay before further files are loaded, milliseconds. The form's own requests are sent first. */
const SETTLED = 1_000

type PublicPagesProps = {
  /** the opened form, if it was looked up before rendering */
  readonly first?: PublicOpening | undefined
}

/** All pages for users without an account: a form, and an answer's outcome. No menu and no link to the staff app. */
export function PublicPages({ first }: PublicPagesProps) {
  const [place, setPlace] = useState<PublicRoute>(() => parsePublicPath(location.pathname))
  useEffect(() => {
    const back = (): void => setPlace(parsePublicPath(location.pathname))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  return (
    <>
      <header className={`r-line r-gap-0 ${styles['top']}`}>
        <LanguageChoice />
      </header>
      <main id="main" tabIndex={-1} className={styles['main']}>
        <LoadErrorBoundary>
          <PublicScreen place={place} first={first} onPlace={setPlace} />
        </LoadErrorBoundary>
      </main>
    </>
  )
}

function PublicScreen({
  place,
  first,
  onPlace,
}: PublicPagesProps & { readonly place: PublicRoute; readonly onPlace: (place: PublicRoute) => void }) {
  const [sent, setSent] = useState<{ readonly written: SentAnswer | undefined }>()
  switch (place.kind) {
    case 'form': {
      const saved: OnSaved = (answer, heldAnswer, next) => {
        setSent({ written: heldAnswer })
        // Replaces the history entry, so that the back button does not return to a sent form.
        history.replaceState(
          null,
          '',
          buildSavedPath(place.form, answer) + (next === 'booking' ? `#${BOOKING_HASH}` : ''),
        )
        scrollTo(0, 0)
        onPlace({ kind: 'saved', form: place.form, answer })
      }
      // After an answer was sent, the embedded form is not used again, so that going back in the history opens an empty
      // form.
      return (
        <OpenedForm key={place.form} form={place.form} first={sent === undefined ? first : undefined} onSaved={saved} />
      )
    }
    case 'saved':
      return (
        <LaterSaved
          form={place.form}
          answer={place.answer}
          sent={sent?.written}
          meanwhile={
            sent === undefined ? (
              <div className={`r-pad-16 ${styles['opening']}`}>
                <ListSkeleton rows={2} />
              </div>
            ) : (
              <SavedConfirmation />
            )
          }
        />
      )
    case 'nowhere':
      return <UnknownAddress />
    default:
      return place satisfies never
  }
}

/** Confirms that the answer is saved while the rest is loading. */
function SavedConfirmation() {
  const { t } = useLingui()
  const { keptByPage } = useAccount()
  return (
    <Page title={t`The answer was saved`} width="narrow">
      <p role="status">
        {keptByPage === true ? (
          <Trans>Sending your answer. Keep this page open until it has been received.</Trans>
        ) : (
          <Trans>
            Your answer is safe on this device. Open this page again with a connection if you have not received the
            code.
          </Trans>
        )}
      </p>
    </Page>
  )
}

type OnSaved = (answer: string, written: SentAnswer | undefined, next?: StepAfterSaving) => void

type OpenedFormProps = {
  readonly form: string
  readonly first: PublicOpening | undefined
  readonly onSaved: OnSaved
}

function OpenedForm({ form, first, onSaved }: OpenedFormProps) {
  const { local, ask } = useAccount()
  const [opened, setOpened] = useState(first)
  const [requested, setRequested] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => LaterSaved.preload(), SETTLED)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (requested === 0 && first !== undefined) return
    let hasLeft = false
    void openPublicForm(local, form, ask, pauseMilliseconds).then(async (opening) => {
      // If the server can be reached, only the code of the request failed to load. Reloads the page, as some browsers
      // never request a failed file again.
      const isCut = requested > 0 && opening.kind === 'unreachable' && opening.problem.code === 'network.unreachable'
      const isLost = isCut && (await isServerReachable())
      if (hasLeft) return
      if (isLost) location.reload()
      else setOpened(opening)
    })
    return () => {
      hasLeft = true
    }
  }, [local, form, ask, requested, first])
  const retry = (next?: PublicOpening): void => {
    setOpened(next)
    if (next === undefined) setRequested(requested + 1)
  }
  return <PublicFormPage opened={opened} onSaved={onSaved} onAgain={retry} />
}

function UnknownAddress() {
  const { t } = useLingui()
  return (
    <Page title={t`Form`} back={renderMunicipalityLine()} width="narrow">
      <ErrorState
        title={<Trans>The requested URL was not found.</Trans>}
        action={
          <>
            <a href="/publico/formularios">
              <Trans>Forms you can answer online</Trans>
            </a>
            <a href="/publico/consultar-estado">
              <Trans context="button">Check the state of your form</Trans>
            </a>
          </>
        }
      />
    </Page>
  )
}

/** The app's `LanguagePicker` as a native select, as the library's would add 5 KB to the public page. */
function LanguageChoice() {
  const { t, i18n } = useLingui()
  return (
    <select
      className={`r-edge r-raised ${styles['language']}`}
      aria-label={t`Language`}
      value={i18n.locale}
      onChange={(event) => changeLanguage(event.currentTarget.value)}
    >
      {OFFERED_LANGUAGES.map((code) => (
        <option key={code} value={code}>
          {NAMED_LANGUAGES[code].name}
        </option>
      ))}
    </select>
  )
}
