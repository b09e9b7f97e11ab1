import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { readPublicForm } from '#domain/pages/index.ts'
import type { Ask } from '#domain/endpoints/index.ts'
import { newDeviceId, PUBLIC_AUTHOR, refuse } from '#domain/kernel/index.ts'
import {
  canStore,
  holderSecret,
  openLocalLater,
  persistStorage,
  publicDeviceId,
  wasHere,
  type Local,
} from '#local/index.ts'
import type { SyncRegistration, SyncTriggers } from '#sync/index.ts'
import { loadPublicPages, type Told } from '#features/answering/index.ts'
import { AccountProvider, type Account, colourSchemeManager, cssVariables, startWords, theme } from '#ui/index.ts'
import { updateWhenIdle, wakeController } from '../app-update.ts'

/* The start of the public's pages, in order: no one signs in, and the work lies in the public's database. */

/** Milliseconds after the form stands: the user does not wait for sending and the worker. */
const SETTLED = 500
/** Before a file that could not be had is asked for again. */
const RETRY = 30_000

/** 1. The page. What the server wrote of the form stands, and can be typed into, until the form itself does. */
async function start(root: HTMLElement): Promise<void> {
  const rested = composing(document)
  const [pages, isKnown, stores] = await Promise.all([
    loadPublicPages(),
    wasHere(PUBLIC_AUTHOR),
    canStore(),
    startWords(),
  ])
  const wereHere = isKnown && stores
  const place = pages.publicPlaceOf(location.pathname)
  const told = pages.toldBy(document)
  const account = openAccount(told, stores)
  const first =
    place.kind !== 'form' || root.childElementCount === 0
      ? undefined
      : told !== undefined && !wereHere
        ? pages.openTold(account.local, told)
        : await pages.openPublic(account.local, place.form, account.ask, pause)
  // What became of an answer is followed, which needs the database from the beginning.
  if (place.kind === 'saved') await account.local.fetch?.()
  if (wereHere) await account.identify()
  // A task of its own: what is typed and pressed meanwhile does not wait for both.
  await pause(0)
  await rested()
  const typed = pages.readTyped(document)
  // At once: nothing can be typed between what was read and what stands.
  flushSync(() =>
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
    ),
  )
  // Behind the rendering of what was taken over.
  queueMicrotask(() => pages.goOnAt(typed))
  account.begin()
}

type PublicAccount = Account & {
  /** resolves when it is known what this device is called */
  readonly identify: () => Promise<unknown>
  /** fetches what the page stands without: the database, and once that is settled what sends and keeps the page */
  readonly begin: () => void
}

/** 2. The public's database and exchange with the server, which begin once the page stands or something is saved. */
function openAccount(told: Told | undefined, stores: boolean): PublicAccount {
  const local = stores ? openLocalLater(PUBLIC_AUTHOR) : openLocalLater(PUBLIC_AUTHOR, undefined, inMemory)
  if (!stores)
    void import('../warn-before-leaving.ts').then((room) => room.warnBeforeLeaving(local)).catch(() => undefined)
  local.status.onSuperseded(() => location.reload())
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
  // What a device is called that has no name yet is known before its database is here.
  const made = random(16)
  let device = newDeviceId(made)
  const identity = once(async () => {
    const [known] = await Promise.all([publicDeviceId(local, () => made), holderSecret(local, random)])
    device = known
    return known
  })
  const exchange = once(async () => startExchange(local, await identity(), stores))
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
  let answered = told
  const ask: Ask = async (endpoint, input) => {
    if (answered !== undefined && Object.is(endpoint, readPublicForm)) {
      const value = answered as never
      // Once: asking again is about how it is now.
      answered = undefined
      return { kind: 'ok', value, sentAt: Date.now(), gotAt: Date.now() }
    }
    const found = await room().catch(() => undefined)
    return found === undefined ? unreachable : found.ask(endpoint, input)
  }
  return {
    local,
    keptByPage: !stores,
    get device() {
      return device
    },
    ask,
    // What was sent without an account is changed by the municipality alone.
    change: async () => refuse('access.forbidden'),
    // The public gets no news by itself.
    onNews: () => undefined,
    sync: {
      saved: async () => {
        void keep()
        return (await exchange()).saved()
      },
      sendNow: async () => (await exchange()).sendNow(),
    },
    identify: () => identity().catch(() => undefined),
    begin: () => {
      void identity().catch(() => undefined)
      void pause(SETTLED).then(async () => {
        // Without a worker (private mode, a policy) the page still sends by its own triggers. In another site's frame
        // there is none: a page that a worker keeps knows no form, and so not whose frame it may stand in.
        if (import.meta.env.PROD && window.top === window && 'serviceWorker' in navigator)
          worker = lateSync(startWorker())
        while (!(await exchange().then(Boolean, () => false))) await pause(RETRY)
      })
    },
  }
}

/** A file that cannot be had is a network that is not there. */
const unreachable = { kind: 'retry', problem: { code: 'network.unreachable' } } as const

/** Where the browser keeps nothing, the page does, as in a frame of `/cis`. */
async function inMemory() {
  const { memoryStorage } = await import('#local/guests/index.ts')
  return memoryStorage()
}

async function startExchange(local: Local, device: Account['device'], stores: boolean): Promise<SyncTriggers> {
  const room = await import('#sync/index.ts')
  // A page whose storage is its own shares it with no other window, and such a browser refuses locks, too.
  const { Date: calendar, Math: chance } = globalThis
  const own = { Date: calendar, Math: chance, crypto, fetch: globalThis.fetch.bind(globalThis), navigator: {} }
  const deps = room.browserDeps(stores ? globalThis : own, { local, device })
  return room.startSyncTriggers(room.browserTriggerHost(window, worker), {
    runSync: (options) => room.runSync(deps, options),
  })
}

/**
 * 3. These pages' own service worker keeps them on the device and sends when no page is open; none in development.
 * Not `serviceWorker.ready`, the staff's worker where this browser has one: it would send for the signed-in user.
 */
let worker: Promise<SyncRegistration> | undefined

/** Asks for a `sync` event once the worker stands. No sending waits for that: it is downloading pages for later. */
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

/** Resolves when no word is half composed (input methods): its field must stay. @param page watched from the call on */
function composing(page: Document): () => Promise<void> {
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
