import type { RequestSender } from '#domain/endpoints/index.ts'
import { generateDeviceId, type TemplateId } from '#domain/kernel/index.ts'
import { openDoorStore } from '#local/doors/index.ts'
import { createSender, createTransport, type BrowserLike } from '#sync/index.ts'
import type { DoorDeps } from './door-state.ts'

/** The parts of the page that a door uses. */
type Page = BrowserLike & {
  readonly crypto: { readonly subtle: SubtleCrypto }
  readonly navigator: { readonly locks?: Pick<LockManager, 'request'> }
  setTimeout(listener: () => void, milliseconds: number): number
  clearTimeout(timer: number): void
  addEventListener(type: 'online' | 'offline', listener: () => void): void
  removeEventListener(type: 'online' | 'offline', listener: () => void): void
}

type OpenedDoor = {
  readonly form: TemplateId
  /** sends requests as the signed-in account; undefined: no account is signed in, and only a link opens the door */
  readonly account: RequestSender | undefined
  /** secret of the link that opened the door */
  readonly secret: string | undefined
  /** returns this number of cryptographically random bytes */
  readonly random: (length: number) => Uint8Array
}

/** @param page pass `window` */
export function createBrowserDoor(page: Page, { form, account, secret, random }: OpenedDoor): DoorDeps {
  const { Date: calendar, Math: chance, crypto } = page
  const clock = (): number => calendar.now()
  return {
    form,
    store: openDoorStore(),
    secret,
    askAs: (link) => (link === undefined ? account : createSender(createDoorTransport(page, link, clock))),
    device: () => generateDeviceId(random(16)),
    clock,
    random: () => chance.random(),
    subtle: crypto.subtle,
    locks: page.navigator.locks,
    setTimer: (listener, milliseconds) => {
      const timer = page.setTimeout(listener, milliseconds)
      return () => page.clearTimeout(timer)
    },
    onLine: (listener) => {
      const [on, off] = [() => listener(true), () => listener(false)]
      page.addEventListener('online', on)
      page.addEventListener('offline', off)
      return () => {
        page.removeEventListener('online', on)
        page.removeEventListener('offline', off)
      }
    },
  }
}

/** Creates a transport that sends the door link and no cookie, so that a session in the same browser is not used. */
function createDoorTransport(page: Page, link: string, clock: () => number) {
  return createTransport({
    fetch: (path, init) =>
      page.fetch(path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${link}` },
        credentials: 'omit',
      }),
    clock,
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    account: undefined,
  })
}
