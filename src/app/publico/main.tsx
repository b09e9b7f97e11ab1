import '../without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { PUBLIC_AUTHOR, refuse } from '#domain/kernel/index.ts'
import { holderSecret, openLocal, persistStorage, publicDeviceId, type Local } from '#local/index.ts'
import type { SyncRegistration, SyncTriggers } from '#sync/index.ts'
import { loadPublicPages } from '#features/answering/index.ts'
import { AccountProvider, type Account, colourSchemeManager, cssVariables, startWords, theme } from '#ui/index.ts'
import { updateWhenIdle, wakeController } from '../app-update.ts'

/*
 * The whole start of the public's pages, in the order in which it happens. Nobody signs in: the work lies in the database of the public, whoever else uses
 * this browser, and goes out by the same outbox as everybody's.
 */

/** Milliseconds after the form stands: sending and the worker are not what somebody waits for. */
const SETTLED = 500
/** Before a file that could not be had is asked for again. */
const RETRY = 30_000

/** 1. The page. What the server wrote about the form stands until the form itself does. */
async function start(root: HTMLElement): Promise<void> {
  const [pages, account] = await Promise.all([loadPublicPages(), openAccount(), startWords()])
  const place = pages.publicPlaceOf(location.pathname)
  const wasWritten = root.childElementCount > 0
  const first =
    wasWritten && place.kind === 'form'
      ? await pages.openPublic(account.local, place.form, account.ask, pause)
      : undefined
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colourSchemeManager}
          defaultColorScheme="auto"
        >
          <AccountProvider value={account}>
            <pages.PublicPages first={first} />
          </AccountProvider>
        </MantineProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

/** 2. The database of the public, and its exchange with the server, which begins once the page stands or something is saved. */
async function openAccount(): Promise<Account> {
  const local = openLocal(PUBLIC_AUTHOR)
  local.status.onSuperseded(() => location.reload())
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
  const [device] = await Promise.all([publicDeviceId(local, random), holderSecret(local, random)])
  const exchange = once(() => startExchange(local, device))
  void pause(SETTLED).then(async () => {
    // Without a worker (private mode, a policy) the page still sends by its own triggers. In a frame of another site there is none: the page that a worker keeps knows no form, and so not
    // whose frame it may stand in.
    if (import.meta.env.PROD && window.top === window && 'serviceWorker' in navigator) worker = lateSync(startWorker())
    while (!(await exchange().then(Boolean, () => false))) await pause(RETRY)
  })
  const room = once(async () => {
    const { asker, createTransport } = await import('#sync/index.ts')
    const transport = createTransport({
      fetch: (path, init) => fetch(path, init),
      clock: () => Date.now(),
      timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
      account: PUBLIC_AUTHOR,
    })
    return { ask: asker(transport) }
  })
  const keep = once(() => persistStorage(navigator.storage))
  return {
    local,
    device,
    ask: async (endpoint, input) => {
      const found = await room().catch(() => undefined)
      return found === undefined ? unreachable : found.ask(endpoint, input)
    },
    // What somebody without an account has sent is changed by nobody but the municipality.
    change: async () => refuse('access.forbidden'),
    // Nobody tells the public anything by itself.
    onNews: () => undefined,
    sync: {
      saved: async () => {
        void keep()
        return (await exchange()).saved()
      },
      sendNow: async () => (await exchange()).sendNow(),
    },
  }
}

/** A file that cannot be had is a network that is not there. */
const unreachable = { kind: 'retry', problem: { code: 'network.unreachable' } } as const

async function startExchange(local: Local, device: Account['device']): Promise<SyncTriggers> {
  const room = await import('#sync/index.ts')
  const deps = room.browserDeps(globalThis, { local, device })
  return room.startSyncTriggers(room.browserTriggerHost(window, worker), {
    runSync: (options) => room.runSync(deps, options),
  })
}

/**
 * 3. A service worker of its own, for these pages alone: it keeps them on the device and sends when no page is open. There is none during development.
 * Not `serviceWorker.ready`, which is the worker of the staff where this browser has one: it would send for whoever is signed in.
 */
let worker: Promise<SyncRegistration> | undefined

/** Asks for a `sync` event as soon as the worker stands. Nothing that is to be sent waits for that: it is downloading these pages for later. */
async function lateSync(starting: Promise<SyncRegistration>): Promise<SyncRegistration> {
  const register = (tag: string): void => {
    starting.then(({ sync }) => sync?.register(tag)).catch(() => undefined)
  }
  return { sync: { register: async (tag) => register(tag) } }
}

async function startWorker(): Promise<SyncRegistration> {
  const { Workbox, messageSW } = await import('workbox-window')
  const registered = new Workbox('/service-worker.js?publico', { scope: '/publico/' })
  updateWhenIdle(
    registered,
    navigator.serviceWorker.controller !== null,
    () => location.reload(),
    () => wakeController(messageSW),
  )
  const registration = await registered.register()
  await registered.active
  // TypeScript's library does not know `sync`.
  return (registration ?? {}) as SyncRegistration
}

/** Makes it once; what failed is tried again by the next call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

const root = document.getElementById('root')
if (root !== null) void start(root)
