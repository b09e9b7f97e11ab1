import { StrictMode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { loadLimitedAnswer } from '#features/answer-view/index.ts'
import { loadPortalForm, loadPortalRevision } from '#features/answering/index.ts'
import {
  buildCitizenPath,
  parseCitizenPath,
  isEmailToken,
  loadCitizenPages,
  findPublicSavedPath,
  type CitizenScreens,
  type VisitState,
} from '#features/citizen/index.ts'
import { AccountProvider, colourSchemeManager, cssVariables, lazyPart, startTranslations, theme } from '#ui/index.ts'
import {
  discardUnsentVisitWork,
  endVisitInTab,
  signInCitizen,
  countUnsentVisitWork,
  openVisit,
  deleteClosedTabsData,
  type OpenVisit,
} from './visit.ts'
import { watchIdleTime } from './idle-time.ts'

/*
 * Starts the citizens' pages: removes the token from the URL, then opens the database. After the session has ended,
 * only unsent work is available.
 */

const Form = lazyPart(async () => (await loadPortalForm()).PortalForm)
const Revision = lazyPart(async () => (await loadPortalRevision()).PortalRevision)
const View = lazyPart(async () => (await loadLimitedAnswer()).OwnAnswerView)

const SCREENS: CitizenScreens = {
  Form: ({ id, username, left }) => <Form id={id} username={username} left={left} />,
  Revision: ({ id, left }) => <Revision id={id} left={left} />,
  AnswerPage: ({ id, go, left }) => (
    <View
      id={id}
      left={left}
      onCorrect={() => go({ kind: 'revision', answer: id })}
      onWithdrawn={() => go({ kind: 'list' })}
    />
  ),
}

/** Problems after which the token cannot be used again: a failed login, or an ended session that it had started. */
const SPENT_LINK_CODES: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['portal.login-failed', 'session.required'])

function Citizens({ Pages }: { readonly Pages: Awaited<ReturnType<typeof loadCitizenPages>>['CitizenPages'] }) {
  const [entrance, setEntrance] = useState<VisitState>({ kind: 'entering' })
  const [open, setOpen] = useState<OpenVisit>()
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    let isLeft = false
    const begin = async (): Promise<void> => {
      const place = parseCitizenPath(location.pathname)
      if (turn === 0 && 'token' in place && isEmailToken(place.token)) return setEntrance({ kind: 'letter' })
      const entered = await signInCitizen(place)
      // Removes a used or refused token from the URL, so that neither the screen nor the history shows it.
      const isTokenSpent = entered.ok || SPENT_LINK_CODES.has(entered.problem.code)
      if (isTokenSpent && 'token' in place) history.replaceState(null, '', buildCitizenPath(place))
      if (isLeft) return
      const ofPublic = findPublicSavedPath(location.pathname)
      if (!entered.ok && entered.problem.code === 'session.required' && ofPublic !== undefined)
        return location.replace(ofPublic)
      if (!entered.ok && place.kind === 'nowhere') return setEntrance({ kind: 'nowhere' })
      if (!entered.ok) return setEntrance({ kind: 'refused', problem: entered.problem })
      const openedVisit = await openVisit(entered.value, ended)
      setOpen(openedVisit)
      const { isStored } = openedVisit
      const { nombre, apellido, username, municipality, only } = entered.value.visit
      const name = `${nombre} ${apellido}`.trim()
      const leave = async (): Promise<void> => {
        await openedVisit.signOut()
        await ended()
      }
      setEntrance({ kind: 'here', visitor: { name, username, municipality, isStored, leave }, only })
      const warn = (isEnding: boolean): void =>
        setEntrance((now) => (now.kind === 'here' && (now.isEnding ?? false) !== isEnding ? { ...now, isEnding } : now))
      watchIdleTime(openedVisit, entered.value.visit.rest, { warn, over: () => void ended() })
    }
    const ended = async (): Promise<void> => {
      await endVisitInTab()
      const remainingWork = await countUnsentVisitWork()
      setOpen(undefined)
      setEntrance({ kind: 'over', ...remainingWork, discard: discardUnsentVisitWork })
    }
    void begin()
    return () => {
      isLeft = true
    }
  }, [turn])

  const around = useMemo(
    () => (children: React.ReactNode) =>
      open === undefined ? null : <AccountProvider value={open.account}>{children}</AccountProvider>,
    [open],
  )
  const retry = (): void => {
    setEntrance({ kind: 'entering' })
    setTurn(turn + 1)
  }
  return <Pages entrance={entrance} rooms={SCREENS} onAgain={retry} around={around} />
}

async function startCitizenApp(root: HTMLElement): Promise<void> {
  void deleteClosedTabsData().catch(() => undefined)
  const [{ CitizenPages }] = await Promise.all([loadCitizenPages(), startTranslations()])
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colourSchemeManager}
          defaultColorScheme="auto"
        >
          <Citizens Pages={CitizenPages} />
        </MantineProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root !== null) void startCitizenApp(root)
