import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import type { RequestOutcome } from '#domain/endpoints/index.ts'
import { ok, refuse, type Author, type DeviceId, type Language, type Result } from '#domain/kernel/index.ts'
import { PREVIEW_PATH } from '#domain/preview/index.ts'
import type { NudgeTopic } from '#domain/nudges/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import type { Local } from '#local/index.ts'
import type { IdentityDeps, SyncOutcome, SyncRegistration } from '#sync/index.ts'
import {
  colourSchemeManager,
  cssVariables,
  isFramedView,
  SessionActionsProvider,
  markBlockedByOtherWindow,
  setSessionPhase,
  startTranslations,
  theme,
  useSession,
  type Account,
  type SessionActions,
} from '#ui/index.ts'
import { createChangeSaver, useOpenAccount } from './account.ts'
import { updateWhenIdle, waitForIdleServiceWorker } from './app-update.ts'
import { LazyShell } from './guard.tsx'
import { readSharedDeviceHint, writeSharedDeviceHint, writeSignedInHint, readSignedInHint } from './hints.ts'
import { runInOneWindow } from './in-turn.ts'
import { createAppRouter } from './router.tsx'
import { waitUntilIdle, memoiseSuccess, waitMilliseconds } from './waiting.ts'

/*
 * The start of the app, in order. The databases (#local) and the exchange with the server (#sync) are separate files:
 * the sign-in page needs neither, and no first screen waits for the exchange.
 */

/** Maximum wait for the first screen, milliseconds. A screen that never renders must not block a signed-in user. */
const MAX_WAIT = 15_000
/** Milliseconds before the exchange starts, in which the account's first screen reads its data. */
const SETTLED = 500
/** Interval between attempts to load a missing file, milliseconds. */
const RETRY = 30_000

/** 1. The page. The session is read from the device while translations and the first screen's file are loading. */
async function startApp(root: HTMLElement): Promise<void> {
  // A frame in another site's page starts differently and has its own URLs.
  const embedded = isFramedView() ? await import('./embedded/start-frame.ts') : undefined
  const router = createAppRouter(embedded?.FRAME_URL_REWRITE)
  const firstScreen = new Promise<void>((resolve) => {
    const off = router.subscribe('onRendered', () => {
      off()
      resolve()
    })
  })
  // A preview receives its form from the surrounding window, so it has no session and no exchange with the server.
  if (embedded !== undefined) embedded.startFrame()
  else if (location.pathname !== PREVIEW_PATH) void findSession(firstScreen)
  void router.load()
  await startTranslations()
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colourSchemeManager}
          defaultColorScheme="auto"
        >
          <SessionActionsProvider value={sessionActions}>
            <RouterProvider router={router} />
          </SessionActionsProvider>
        </MantineProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

/**
 * 2. The session on this device, with or without a network. Without a hint of a session, the sign-in page renders
 * first. Other files load when the browser is idle after that; idle time before that may mean that it lacks files.
 */
async function findSession(firstScreen: Promise<void>): Promise<void> {
  if (readSignedInHint()) {
    // Loads in parallel with the database. If it fails, the guard tries again.
    LazyShell.preload()
  } else {
    setSessionPhase({ kind: 'unauthenticated' })
    await Promise.race([firstScreen.then(waitUntilIdle), waitMilliseconds(MAX_WAIT)])
  }
  // Registration fails in private mode or by policy. The page then sends without the worker.
  startWorker().catch(() => undefined)
  try {
    const device = await onDevice()
    // In parallel, because each database read takes time.
    const [remembered, id] = await Promise.all([device.remembered(), device.id()])
    // The user may have signed in during the lookup.
    if (useSession.getState().phase.kind === 'authenticated') return
    if (remembered !== undefined) return enterAccount(remembered.local, remembered.profile, id)
    writeSignedInHint(false)
    setSessionPhase({ kind: 'unauthenticated' })
    const { finishSignOut } = await import('#sync/index.ts')
    await finishSignOut(device)
  } catch {
    // A file could not be loaded and is not cached. The next sign-in attempt reports that.
    if (useSession.getState().phase.kind === 'loading') setSessionPhase({ kind: 'unauthenticated' })
  }
}

/** 3. The device's databases. There is one connection per account. */
const onDevice = memoiseSuccess(async () => {
  const room = await import('#local/index.ts')
  const device = room.openDevice()
  const openedLocals = new Map<Author, Local>()
  const open = (account: Author): Local => {
    const knownLocal = openedLocals.get(account)
    if (knownLocal !== undefined) return knownLocal
    const local = room.openLocal(account)
    openedLocals.set(account, local)
    local.status.onSuperseded(() => location.reload())
    local.status.onBlocked(markBlockedByOtherWindow)
    return local
  }
  const identity: IdentityDeps = {
    device,
    open,
    fetch: (path, init) => fetch(path, init),
    clock: () => Date.now(),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  }
  return {
    ...identity,
    remembered: () => room.findRememberedSession(device, open),
    shared: () => room.readDeviceSharing(device),
    storing: room.catchStorageFailure,
    persist: () => room.persistStorage(navigator.storage),
    id: () => room.getDeviceId(device, random),
  }
})

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

/** 4. Opens an account's screens and starts its exchange with the server. */
function enterAccount(local: Local, profile: Profile, device: DeviceId): void {
  leave()
  const exchange = startExchange(local, device)
  const change = createChangeSaver(local, { device, now: () => Date.now(), random }, exchange.sync)
  useOpenAccount.setState({ account: { local, device, change, ...exchange } })
  writeSignedInHint(true)
  setSessionPhase({ kind: 'authenticated', profile })
}

let leave = (): void => undefined

/** 5. The exchange. Starts when the browser is idle after `SETTLED`, or earlier if a screen requests or sends data. */
function startExchange(local: Local, device: DeviceId): Pick<Account, 'ask' | 'onNews' | 'sync'> {
  const listeners = new Set<(topics: readonly NudgeTopic[]) => void>()
  const leaving = new AbortController()
  leave = () => leaving.abort()

  const exchange = memoiseSuccess(async () => {
    const room = await import('#sync/index.ts')
    leaving.signal.throwIfAborted()
    const deps = room.createSyncDeps(globalThis, { local, device })
    const triggers = room.startSyncTriggers(room.createTriggerHost(window, worker, local), {
      runSync: (options) => room.runSync(deps, options),
    })
    const stopLive = room.startLiveChannel(room.createLiveHost(window, globalThis), local.account, {
      onChangedTopics: (topics) => listeners.forEach((listener) => listener(topics)),
      pull: triggers.nudged,
      onSessionRefused: triggers.nudged,
    })
    leaving.signal.addEventListener('abort', () => {
      triggers.stop()
      stopLive()
    })
    const transport = room.createTransport({ ...deps, account: local.account })
    return { ...triggers, ask: room.createObservedSender(transport, triggers.nudged) }
  })
  // Requests persistent storage on the first save, not earlier, as some browsers ask the user.
  const keep = memoiseSuccess(async () => (await onDevice()).persist())

  void waitMilliseconds(SETTLED)
    .then(waitUntilIdle)
    .then(async () => {
      while (!leaving.signal.aborted && !(await exchange().then(Boolean, () => false))) await waitMilliseconds(RETRY)
    })
  return {
    ask: (endpoint, input) => exchange().then(({ ask }) => ask(endpoint, input), unreachable),
    onNews: (listener) => void listeners.add(listener),
    sync: {
      saved: () => {
        void keep()
        return exchange().then(({ saved }) => saved(), stopped)
      },
      sendNow: () => exchange().then(({ sendNow }) => sendNow(), stopped),
    },
  }
}

/** Result if a file cannot be loaded, handled like a missing network. */
const unreachable = (): RequestOutcome<never> => ({ kind: 'retry', problem: { code: 'network.unreachable' } })
const stopped = (): SyncOutcome => ({
  kind: 'stopped',
  stop: { kind: 'unreachable', problem: { code: 'network.unreachable' } },
  next: undefined,
})

/** 6. The service worker, which caches the app and sends when no page is open; none in development. */
let worker: Promise<SyncRegistration> | undefined

async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // TypeScript's library lacks `sync`.
  worker = navigator.serviceWorker.ready as Promise<SyncRegistration>
  const { Workbox, messageSW } = await import('workbox-window')
  const registered = new Workbox('/service-worker.js')
  updateWhenIdle(
    registered,
    navigator.serviceWorker.controller !== null,
    () => location.reload(),
    () => waitForIdleServiceWorker(messageSW),
  )
  await registered.register()
}

/** 7. Actions of the session. */
const sessionActions: SessionActions = {
  sharedDevice: readSharedDeviceHint,
  signIn: (email, password, shared) =>
    withModules(async (my, { signInAccount }) => openShell(my, await signInAccount(my, { email, password, shared }))),
  enter: (shared) => withModules(async (here, { adoptSession }) => openShell(here, await adoptSession(here, shared))),
  ask: async (endpoint, input) => {
    const result = await withModules(async (device, { createAccountSender, withProofOfWork }) => {
      // The server requires a proof of work for codes that could be guessed.
      const fetch = withProofOfWork(device.fetch, (data) => crypto.subtle.digest('SHA-256', data))
      return ok(await createAccountSender({ ...device, fetch }, undefined)(endpoint, input))
    })
    return result.ok ? result.value : unreachable()
  },
  sso: {
    label: async () => {
      const label = await withModules(async (device, { readSsoLabel }) => ok(await readSsoLabel(device)))
      return label.ok ? label.value : null
    },
    start: (input) =>
      runInOneWindow('relevo-sso', () => withModules((device, { openSsoSignIn }) => openSsoSignIn(device, input))),
    finish: (query) => withModules((device, { finishSsoSignIn }) => finishSsoSignIn(device, query)),
  },
  choosePassword: (token, password) =>
    withModules((device, { choosePassword }) =>
      choosePassword(device, { token, password, language: i18n.locale as Language }),
    ),
  forgotPassword: (email) =>
    withModules((device, { requestPasswordEmail }) => requestPasswordEmail(device, email, i18n.locale as Language)),
  leaveEnded: async () => {
    await withModules(async (device, { leaveEndedSession }) => {
      leave()
      writeSignedInHint(false)
      await leaveEndedSession(device)
      const back = encodeURIComponent(location.pathname + location.search)
      return ok(location.replace(`/login?motivo=cerrada&volver=${back}`))
    })
  },
  /** Signs out and reloads the page, so that nothing of this account stays in memory. */
  signOut: async () => {
    await withModules(async (device, { signOutAccount }) => {
      leave()
      writeSignedInHint(false)
      const signOutUrl = await signOutAccount(device)
      return ok(location.replace(signOutUrl ?? '/login'))
    })
  },
}

/** Opens the screens of the account that has signed in. */
async function openShell(device: Modules[0], signedIn: Result<Profile>): Promise<Result<null>> {
  if (!signedIn.ok) return signedIn
  return device.storing(async () => {
    writeSharedDeviceHint(await device.shared())
    const local = device.open(signedIn.value.id)
    const { account } = useOpenAccount.getState()
    // If the account that was signed in signs in again, its screens stay open and the paused outbox is sent.
    if (account?.local === local) void account.sync.sendNow()
    else enterAccount(local, signedIn.value, await device.id())
    return null
  })
}

type Modules = readonly [Awaited<ReturnType<typeof onDevice>>, typeof import('#sync/index.ts')]

async function withModules<T>(act: (...modules: Modules) => Promise<Result<T>>): Promise<Result<T>> {
  const modules: Modules | undefined = await Promise.all([onDevice(), import('#sync/index.ts')]).catch(() => undefined)
  return modules === undefined ? refuse('network.unreachable') : act(...modules)
}

const root = document.getElementById('root')
if (root !== null) void startApp(root)
