import type { Instant } from '#domain/kernel/index.ts'
import type { User } from '#domain/users/index.ts'
import type { ProtocolSteps } from '#domain/sync/index.ts'
import type { Ports } from './ports.ts'
import type { BodyMemoryPool } from './capacity/bodies.ts'
import type { DiskSpace } from './capacity/disk-space.ts'
import type { NudgeHub } from './nudges/hub.ts'
import type { Tuning } from './tuning.ts'
import type { ServerMonitor } from './watching/watch.ts'

/** Settings of a host. The host reads environment variables; the core never does. */
export type AppOptions = {
  /** origins that may make changes, `https://forms.example.org`; if empty, only the host of the request */
  readonly origins: readonly string[]
  readonly appVersion: string
  /** time when the running archive was built; undefined for a source tree */
  readonly builtAt?: Instant | undefined
  /** true behind https; the cookie then has `Secure`, and replies have HSTS */
  readonly secureCookies: boolean
  /** uses a cookie name that other hosts of the domain cannot set; false behind proxies that pass on only one name */
  readonly hostCookie?: boolean
  /** the client's network address, undefined when unknown; behind a proxy, from the header that the proxy sets */
  readonly addressOf?: (request: Request, env: unknown) => string | undefined
  /** the built public page (`publico.html`), into which a form's title is written; undefined before the build */
  readonly publicShell?: () => Promise<string | undefined>
  /** the built app page (`index.html`), for URLs that other sites may frame; undefined before the build */
  readonly appShell?: () => Promise<string | undefined>
  /** the built page of portal citizens (`ciudadano.html`) */
  readonly citizenShell?: () => Promise<string | undefined>
  readonly tuning?: Partial<Tuning>
  /** for tests: checks each reply against its endpoint's schema; a mismatch is a server failure */
  readonly checkReplies?: boolean
  /** for tests: conversions from earlier protocol versions */
  readonly earlier?: ProtocolSteps
  /** hub of a host that watches the store itself (`watchStore`); otherwise the app creates one */
  readonly hub?: NudgeHub
  /** metrics of the server for its operator; missing on hosts that have their own metrics */
  readonly watch?: ServerMonitor
  /** aborted when the host stops, to end open responses */
  readonly stopping?: AbortSignal
}

/** Dependencies and settings of every route. */
export type Core = {
  readonly ports: Ports
  readonly options: AppOptions
  readonly tuning: Tuning
  readonly disk: DiskSpace
  readonly bodies: BodyMemoryPool
}

/** The acting user and the network address of the request. */
export type Requester<Who = User> = { readonly user: Who; readonly address: string | undefined }
