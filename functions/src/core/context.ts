import type { User } from '#domain/users/index.ts'
import type { Steps } from '#domain/sync/index.ts'
import type { Ports } from './ports.ts'
import type { Bodies } from './capacity/bodies.ts'
import type { Disk } from './capacity/disk.ts'
import type { Hub } from './nudges/hub.ts'
import type { Tuning } from './tuning.ts'

/** How a host runs the brain. Nothing here is read from the environment: the host does that. */
export type AppOptions = {
  /** origins that may change things, `https://forms.example.org`; empty: only the host that the request came to */
  readonly origins: readonly string[]
  readonly appVersion: string
  /** true behind https: the cookie gets `Secure`, answers get HSTS */
  readonly secureCookies: boolean
  /** the session's cookie has a name that only this very host can set; false behind what passes on one name only */
  readonly hostCookie?: boolean
  /** The client's network address, undefined when unknown. Behind a proxy: of the header that its own proxy writes. */
  readonly addressOf?: (request: Request, env: unknown) => string | undefined
  /** the public's built page (`publico.html`), into which a form's subject is written; undefined before the build */
  readonly publicShell?: () => Promise<string | undefined>
  /** the app's built page (`index.html`), for addresses that other sites may frame; undefined before the build */
  readonly appShell?: () => Promise<string | undefined>
  /** the same of citizens who come from a portal (`ciudadano.html`) */
  readonly citizenShell?: () => Promise<string | undefined>
  readonly tuning?: Partial<Tuning>
  /** tests: each reply is held against its endpoint's schema, and one that does not fit is a failure of ours */
  readonly checkReplies?: boolean
  /** tests: protocols that never were */
  readonly earlier?: Steps
  /** who hears of writes, where the host, which writes, too, watches the store (`watchedStore`); else the app does */
  readonly hub?: Hub
  /** fires when the host stops: responses that would stay open end, so that they need not be cut */
  readonly stopping?: AbortSignal
}

/** What every route gets: the machine, and how it runs. */
export type Core = {
  readonly ports: Ports
  readonly options: AppOptions
  readonly tuning: Tuning
  readonly disk: Disk
  readonly bodies: Bodies
}

/** Who acts, and from which network address, as every request of an account says it. */
export type By<Who = User> = { readonly user: Who; readonly address: string | undefined }
