import { StrictMode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { loadLimitedAnswer } from '#features/answer-view/index.ts'
import { loadPortalForm, loadPortalRevision } from '#features/answering/index.ts'
import {
  citizenPath,
  citizenPlaceOf,
  isOfLetter,
  loadCitizenPages,
  publicSavedPath,
  type CitizenRooms,
  type Entrance,
} from '#features/citizen/index.ts'
import { AccountProvider, colourSchemeManager, cssVariables, later, startWords, theme } from '#ui/index.ts'
import { discardLeft, endHere, enter, leftBehind, openVisit, sweepClosed, watchRest, type Open } from './visit.ts'

/*
 * Starts citizens' pages: removes the token from the URL, then opens the database. After an ended session only unsent
 * work is available.
 */

const Form = later(async () => (await loadPortalForm()).PortalForm)
const Revision = later(async () => (await loadPortalRevision()).PortalRevision)
const View = later(async () => (await loadLimitedAnswer()).OwnAnswerView)

const ROOMS: CitizenRooms = {
  Form: ({ id, username, left }) => <Form id={id} username={username} left={left} />,
  Revision: ({ id, left }) => <Revision id={id} left={left} />,
  View: ({ id, go, left }) => (
    <View
      id={id}
      left={left}
      onCorrect={() => go({ kind: 'revision', answer: id })}
      onWithdrawn={() => go({ kind: 'list' })}
    />
  ),
}

/** Problems that mean that a token was used: of the token itself, or of the session that it started. */
const SPENT: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['portal.login-failed', 'session.required'])

function Citizens({ Pages }: { readonly Pages: Awaited<ReturnType<typeof loadCitizenPages>>['CitizenPages'] }) {
  const [entrance, setEntrance] = useState<Entrance>({ kind: 'entering' })
  const [open, setOpen] = useState<Open>()
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    let isLeft = false
    const begin = async (): Promise<void> => {
      const place = citizenPlaceOf(location.pathname)
      if (turn === 0 && 'token' in place && isOfLetter(place.token)) return setEntrance({ kind: 'letter' })
      const entered = await enter(place)
      // Removes a used or refused token from the URL, so that it can be read neither on the screen nor in the
      // history.
      const isSpent = entered.ok || SPENT.has(entered.problem.code)
      if (isSpent && 'token' in place) history.replaceState(null, '', citizenPath(place))
      if (isLeft) return
      const ofPublic = publicSavedPath(location.pathname)
      if (!entered.ok && entered.problem.code === 'session.required' && ofPublic !== undefined)
        return location.replace(ofPublic)
      if (!entered.ok && place.kind === 'nowhere') return setEntrance({ kind: 'nowhere' })
      if (!entered.ok) return setEntrance({ kind: 'refused', problem: entered.problem })
      const opened = await openVisit(entered.value, ended)
      setOpen(opened)
      const { nombre, apellido, username, municipality, only } = entered.value.visit
      const name = `${nombre} ${apellido}`.trim()
      const leave = async (): Promise<void> => {
        await opened.signOut()
        await ended()
      }
      setEntrance({ kind: 'here', visitor: { name, username, municipality, leave }, only })
      watchRest(opened, entered.value.visit.rest, () => void ended())
    }
    const ended = async (): Promise<void> => {
      await endHere()
      const left = await leftBehind()
      setOpen(undefined)
      setEntrance({ kind: 'over', ...left, discard: discardLeft })
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
  const again = (): void => {
    setEntrance({ kind: 'entering' })
    setTurn(turn + 1)
  }
  return <Pages entrance={entrance} rooms={ROOMS} onAgain={again} around={around} />
}

async function start(root: HTMLElement): Promise<void> {
  void sweepClosed().catch(() => undefined)
  const [{ CitizenPages }] = await Promise.all([loadCitizenPages(), startWords()])
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
if (root !== null) void start(root)
