import { startTransition, StrictMode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { readPublicForm } from '#domain/pages/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { generateDeviceId, PUBLIC_AUTHOR, refuse } from '#domain/kernel/index.ts'
import {
  canStoreData,
  getHolderSecret,
  openLocalLazily,
  persistStorage,
  getGuestDeviceId,
  hasStoredData,
  type Local,
} from '#local/index.ts'
import type { SyncRegistration, SyncTriggers } from '#sync/index.ts'
import { loadPublicPages, type PublicFormResponse } from '#features/answering/index.ts'
import {
  AccountProvider,
  type Account,
  colourSchemeManager,
  cssVariables,
  startTranslations,
  theme,
} from '#ui/index.ts'
import { registerServiceWorkerIfAllowed, updateWhenIdle, waitForIdleServiceWorker } from '../app-update.ts'

/* The start of the public pages, in order. There is no sign-in; work is stored in one database for the public. */

/**
 * Milliseconds between rendering the form and starting exchange and worker, so that they do not delay the user's input.
 */
const SETTLED = 500
/** Interval between attempts to load a missing file, milliseconds. */
const RETRY = 30_000

/** 1. The page. The server-rendered form is shown and can be filled in until the app's form is ready. */
async function startPublicApp(root: HTMLElement): Promise<void> {
  const rested = trackComposition(document)
  const [pages, isKnown, canStore] = await Promise.all([
    loadPublicPages(),
    hasStoredData(PUBLIC_AUTHOR),
    canStoreData(),
    startTranslations(),
  ])
  const hasStoredDrafts = isKnown && canStore
  const place = pages.parsePublicPath(location.pathname)
  const embedded = pages.readEmbeddedForm(document)
  const account = openAccount(embedded, canStore)
  const openFirstScreen = () => {
    if (place.kind !== 'form' || root.childElementCount === 0) return undefined
    if (embedded !== undefined && !hasStoredDrafts) return pages.openEmbeddedForm(account.local, embedded)
    return pages.openPublicForm(account.local, place.form, account.ask, waitFor)
  }
  const first = await openFirstScreen()
  // The confirmation page shows the state of an answer, so it needs the database from the start.
  if (place.kind === 'saved') await account.local.fetch?.()
  if (hasStoredDrafts) await account.identify()
  const page = document.createElement('div')
  // Laid out like the visible page, but neither shown nor reached by the keyboard.
  page.style.cssText = 'position:fixed;inset:0;overflow:hidden;visibility:hidden'
  root.after(page)
  // Rendered in short tasks, so that the server-rendered form can be filled in meanwhile.
  startTransition(() =>
    createRoot(page).render(
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
              <AfterRendering act={() => void rested().then(replacePage)} />
            </AccountProvider>
          </MantineProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  )
  /** Synchronous, so that no input happens between reading the typed values and showing them. */
  function replacePage(): void {
    const typed = flushSync(() => pages.readTypedState(document))
    root.remove()
    page.removeAttribute('style')
    page.id = root.id
    pages.restoreFocus(typed)
    account.begin()
  }
}

/** Calls `act` once, after the first effects of everything before it, so that stored drafts follow what it changes. */
function AfterRendering({ act }: { readonly act: () => void }) {
  const first = useRef(act)
  useEffect(() => {
    first.current()
    first.current = () => undefined
  }, [])
  return null
}

type PublicAccount = Account & {
  /** resolves when the device's id is known */
  readonly identify: () => Promise<unknown>
  /** loads what rendering does not need: the database, then the code that sends, and the worker */
  readonly begin: () => void
}

/**
 * 2. The public's database and exchange with the server, which start once the page has rendered or an answer is saved.
 */
function openAccount(embedded: PublicFormResponse | undefined, canStore: boolean): PublicAccount {
  const local = canStore ? openLocalLazily(PUBLIC_AUTHOR) : openLocalLazily(PUBLIC_AUTHOR, undefined, openMemoryStorage)
  if (!canStore)
    void import('../warn-before-leaving.ts').then((room) => room.warnBeforeLeaving(local)).catch(() => undefined)
  local.status.onSuperseded(() => location.reload())
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
  // The id that a new device receives, generated here, so that it is known before the database is open.
  const deviceIdBytes = random(16)
  let device = generateDeviceId(deviceIdBytes)
  const identity = memoiseSuccess(async () => {
    const [knownDeviceId] = await Promise.all([
      getGuestDeviceId(local, () => deviceIdBytes),
      getHolderSecret(local, random),
    ])
    device = knownDeviceId
    return knownDeviceId
  })
  const exchange = memoiseSuccess(async () => startExchange(local, await identity(), canStore))
  const room = memoiseSuccess(async () => {
    const { createSender, createTransport } = await import('#sync/index.ts')
    const transport = createTransport({
      fetch: (path, init) => fetch(path, init),
      clock: () => Date.now(),
      timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
      account: PUBLIC_AUTHOR,
    })
    return { ask: createSender(transport) }
  })
  const keep = memoiseSuccess(async () => persistStorage(navigator.storage))
  let answered = embedded
  const ask: RequestSender = async (endpoint, input) => {
    if (answered !== undefined && Object.is(endpoint, readPublicForm)) {
      const value = answered as never
      // Used only once, because a repeated request must return the current state.
      answered = undefined
      return { kind: 'ok', value, sentAt: Date.now(), gotAt: Date.now() }
    }
    const found = await room().catch(() => undefined)
    return found === undefined ? unreachable : found.ask(endpoint, input)
  }
  return {
    local,
    keptByPage: !canStore,
    get device() {
      return device
    },
    ask,
    // Users without an account cannot change sent answers.
    change: async () => refuse('access.forbidden'),
    // The public receives no live news.
    onNews: () => undefined,
    sync: {
      saved: async () => {
        void keep().catch(() => undefined)
        return (await exchange()).saved()
      },
      sendNow: async () => (await exchange()).sendNow(),
    },
    identify: () => identity().catch(() => undefined),
    begin: () => {
      void identity().catch(() => undefined)
      void waitFor(SETTLED).then(async () => {
        // Without a worker the page sends with its own triggers. No worker in frames, as it would serve a cached page
        // without the header that says which site may frame its form. No worker without storage, as accessing
        // `serviceWorker` may then throw.
        if (import.meta.env.PROD && canStore && window.top === window && 'serviceWorker' in navigator)
          worker = createLateSyncRegistration(startWorker())
        while (!(await exchange().then(Boolean, () => false))) await waitFor(RETRY)
      })
    },
  }
}

/** Result if a file cannot be loaded, handled like a missing network. */
const unreachable = { kind: 'retry', problem: { code: 'network.unreachable' } } as const

/** In-memory storage, for browsers that store nothing, for example in another site's frame. */
async function openMemoryStorage() {
  const { createMemoryStorage } = await import('#local/guests/index.ts')
  return createMemoryStorage()
}

async function startExchange(local: Local, device: Account['device'], canStore: boolean): Promise<SyncTriggers> {
  const room = await import('#sync/index.ts')
  // Without storage no locks, because memory is not shared with other windows, and the browser refuses locks.
  const { Date: calendar, Math: chance } = globalThis
  const own = { Date: calendar, Math: chance, crypto, fetch: globalThis.fetch.bind(globalThis), navigator: {} }
  const deps = room.createSyncDeps(canStore ? globalThis : own, { local, device })
  return room.startSyncTriggers(room.createTriggerHost(window, worker), {
    runSync: (options) => room.runSync(deps, options),
  })
}

/**
 * 3. The service worker of the public pages, which caches them and sends when no page is open. None in development. Not
 * `serviceWorker.ready`, which may be the staff app's worker and would send for the signed-in user.
 */
let worker: Promise<SyncRegistration> | undefined

/**
 * Registers `sync` events once the worker is ready. Callers do not wait, because the worker first downloads pages.
 * @returns a substitute for the registration, available at once
 */
async function createLateSyncRegistration(starting: Promise<SyncRegistration>): Promise<SyncRegistration> {
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
    () => waitForIdleServiceWorker(messageSW),
  )
  const registration = await registerServiceWorkerIfAllowed(registered)
  if (registration !== undefined) await registered.active
  // TypeScript's library lacks `sync`.
  return (registration ?? {}) as SyncRegistration
}

/** Memoises an asynchronous value. After a failure the next call tries again. */
function memoiseSuccess<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

const root = document.getElementById('root')
if (root !== null) void startPublicApp(root)

/**
 * Returns a function that resolves when no word is being composed with an input method, because a field must not be
 * replaced during composition.
 * @param page document, observed from the call on
 */
function trackComposition(page: Document): () => Promise<void> {
  let isComposing = false
  let done = (): void => undefined
  for (const event of ['compositionstart', 'compositionupdate'] as const)
    page.addEventListener(event, () => (isComposing = true))
  for (const event of ['compositionend', 'focusout'] as const)
    page.addEventListener(event, () => {
      isComposing = false
      done()
    })
  return async () => {
    if (isComposing) await new Promise<void>((resolve) => (done = resolve))
  }
}
