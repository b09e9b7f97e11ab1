import type { User } from '#domain/users/index.ts'
import type { Steps } from '#domain/sync/index.ts'
import type { Ports } from './ports.ts'
import type { Bodies } from './capacity/bodies.ts'
import type { Disk } from './capacity/disk.ts'
import type { Hub } from './nudges/hub.ts'
import type { Tuning } from './tuning.ts'

/** How a host runs the core. The host reads the environment; the core never does. */
export type AppOptions = {
  /** origins that may make changes, `https://forms.example.org`; empty: only the host of the request */
  readonly origins: readonly string[]
  readonly appVersion: string
  /** true behind https: the cookie gets `Secure`, replies get HSTS */
  readonly secureCookies: boolean
  /** uses a cookie name that only this host can set; false behind proxies that pass on one name only */
  readonly hostCookie?: boolean
  /** The client's network address, undefined when unknown. Behind a proxy, from the header that this proxy writes. */
  readonly addressOf?: (request: Request, env: unknown) => string | undefined
  /** the built public page (`publico.html`), into which a form's title is written; undefined before the build */
  readonly publicShell?: () => Promise<string | undefined>
  /** the built app page (`index.html`), for URLs that other sites may frame; undefined before the build */
  readonly appShell?: () => Promise<string | undefined>
  /** the built page of portal citizens (`ciudadano.html`) */
  readonly citizenShell?: () => Promise<string | undefined>
  readonly tuning?: Partial<Tuning>
  /** tests: each reply is checked against its endpoint's schema; a mismatch is a server failure */
  readonly checkReplies?: boolean
  /** tests: invented earlier protocols */
  readonly earlier?: Steps
  /** receives writes when the host watches the store itself (`watchedStore`); otherwise the app does */
  readonly hub?: Hub
  /** fires when the host stops, so that open responses end by themselves */
  readonly stopping?: AbortSignal
}

/** Dependencies and settings of every route. */
export type Core = {
  readonly ports: Ports
  readonly options: AppOptions
  readonly tuning: Tuning
  readonly disk: Disk
  readonly bodies: Bodies
}

/** The acting user and the network address of the request. */
export type By<Who = User> = { readonly user: Who; readonly address: string | undefined }
