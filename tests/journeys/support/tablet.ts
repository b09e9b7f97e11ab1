import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { BACKGROUND_SYNC_TAG } from '#sync/index.ts'
import { browserProcess, launch, type LaunchOptions } from './chromium.ts'
import { eventually, onceMore, withLimit } from './waiting.ts'

export type TabletOptions = LaunchOptions & {
  readonly profile: string
  /** the profile of another tablet, which this one begins with a copy of */
  readonly copyOf?: string
}

/** One device: a Chromium whose profile outlives its process. */
export class Tablet {
  readonly origin: string
  readonly console: string[] = []
  readonly #options: TabletOptions
  #context: BrowserContext | undefined
  #page: Page | undefined

  private constructor(origin: string, options: TabletOptions) {
    this.origin = origin
    this.#options = options
  }

  static async open(origin: string, options: TabletOptions): Promise<Tablet> {
    const { profile, copyOf } = options
    if (copyOf !== undefined) await copyFolder(copyOf, profile)
    const tablet = new Tablet(origin, options)
    await tablet.open()
    return tablet
  }

  get context(): BrowserContext {
    if (this.#context === undefined) throw new Error('The browser is closed')
    return this.#context
  }

  /** the visible window */
  get page(): Page {
    if (this.#page === undefined) throw new Error('No window is open')
    return this.#page
  }

  /** Starts the browser with the stored profile. Shows nothing yet. */
  async open(): Promise<void> {
    const context = await launch(this.#options.profile, this.#options)
    this.#context = context
    context.on('console', (message) => this.console.push(`${message.type()}: ${message.text()}`))
    context.on('weberror', (error) => this.console.push(`UNCAUGHT: ${error.error().stack ?? error.error().message}`))
    this.#page = context.pages()[0] ?? (await context.newPage())
  }

  /** Opens an address of the app in the window. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(this.origin + path, { waitUntil: 'domcontentloaded' })
  }

  /** Opens another window. */
  async newWindow(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(this.origin + path, { waitUntil: 'domcontentloaded' })
    return page
  }

  /** Closes the app's window and keeps the browser (an empty window) alive. */
  async closeWindow(): Promise<void> {
    const closing = this.page
    this.#page = await this.context.newPage()
    await closing.close()
  }

  async close(): Promise<void> {
    const context = this.#context
    this.#context = undefined
    this.#page = undefined
    if (context !== undefined) await withLimit(context.close(), 15_000, 'the browser to close')
  }

  /** SIGKILL of the browser's main process: nothing is written. */
  async crash(): Promise<void> {
    const { context } = this
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()))
    process.kill(await browserProcess(context), 'SIGKILL')
    this.#context = undefined
    this.#page = undefined
    await withLimit(closed, 15_000, 'the browser to be gone')
  }

  async goOffline(): Promise<void> {
    await this.context.setOffline(true)
  }

  /** Wakes the worker first: `setOffline(false)` on a stopped one hangs and then disconnects the browser. */
  async goOnline(): Promise<void> {
    await this.wakeWorker()
    await withLimit(this.context.setOffline(false), 15_000, 'the browser to be online')
  }

  /** The worker ignores this message, which only wakes it. */
  async wakeWorker(): Promise<void> {
    const app = this.context.pages().find((page) => page.url().startsWith(this.origin))
    const wake = async (): Promise<void> =>
      app?.evaluate(async () => (await navigator.serviceWorker.ready).active?.postMessage({ kind: 'wake' }))
    await onceMore(wake)
  }

  /** The installed app: its worker is active and controls the window. */
  async workerControls(): Promise<void> {
    await onceMore(() =>
      this.page.evaluate(async () => {
        await navigator.serviceWorker.ready
        if (navigator.serviceWorker.controller !== null) return
        await new Promise<void>((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
        )
      }),
    )
  }

  /** Makes the browser dispatch the outbox's `sync` event, which wakes a sleeping worker. */
  async dispatchSync(): Promise<void> {
    await this.#withWorkers(async (session, registrationId) => {
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin: this.origin,
        registrationId,
        tag: BACKGROUND_SYNC_TAG,
        lastChance: false,
      })
    })
  }

  async stopWorkers(): Promise<void> {
    await this.#withWorkers(async (session) => {
      await session.send('ServiceWorker.stopAllWorkers')
    })
  }

  async isWorkerAwake(): Promise<boolean> {
    const session = await this.context.newCDPSession(this.page)
    const awake = new Map<string, boolean>()
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, scriptURL, runningStatus } of versions) {
        if (scriptURL.startsWith(this.origin))
          awake.set(versionId, runningStatus === 'running' || runningStatus === 'starting')
      }
    })
    await session.send('ServiceWorker.enable')
    await eventually('what the browser says of its workers', () => awake.size > 0)
    await session.detach()
    return [...awake.values()].includes(true)
  }

  async #withWorkers(use: (session: CDPSession, registrationId: string) => Promise<void>): Promise<void> {
    const session = await this.context.newCDPSession(this.page)
    const known = new Map<string, string>()
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL, isDeleted } of registrations) {
        if (isDeleted) known.delete(registrationId)
        else known.set(registrationId, scopeURL)
      }
    })
    await session.send('ServiceWorker.enable')
    const [id] = await eventually('the registration of the worker', () =>
      [...known].find(([, scope]) => scope.startsWith(this.origin)),
    )
    await use(session, id)
    await session.detach()
  }
}

const run = promisify(execFile)

/** Copies a folder of a thousand files in a twentieth of the time that Node takes. @param to does not exist yet */
export async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-r', from, to])
}

export async function deleteFolder(path: string): Promise<void> {
  await run('rm', ['-rf', path])
}
