import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import {
  allowWasm,
  createApp,
  DEFAULT_TUNING,
  buildFailurePage,
  type NudgeHub,
  renderNotFoundPage,
  toErrorProblem,
  buildSecurityHeaders,
  type ServerMonitor,
} from '#core/index.ts'
import type { Log, Ports } from '#core/ports.ts'
import { instantSchema } from '#domain/kernel/index.ts'
import { allowMissingFile } from '../disk/missing.ts'
import { DIST } from '../program-files.mjs'
import { formatVersion, readRelease } from '../version.mjs'
import { isOwnDomain } from './own-domains.ts'
import { createStaticFileHandler } from './static-files.ts'

/** Route of all files of the built app, including missing files. */
const FILE_ROUTE = 'file'

/** Options of the server that concern requests; see `ServerOptions`. */
export type HandlerOptions = {
  /** the built app; by default the project's dist */
  readonly distDir?: string
  /** public URLs, such as `https://forms.example.org`; empty: the host of each request */
  readonly origins?: readonly string[]
  /** our own proxy is in front of the server and writes X-Forwarded-For */
  readonly behindProxy?: boolean
}

/** Handler of every request: the API and the server's pages, or a file of the built app. */
export function createRequestHandler(
  ports: Ports,
  options: HandlerOptions,
  live: { readonly hub: NudgeHub; readonly watch: ServerMonitor; readonly stopping: AbortSignal },
) {
  const origins = options.origins ?? []
  const distDir = options.distDir ?? DIST
  const secure = origins.length > 0 && origins.every((origin) => origin.startsWith('https:'))
  const release = readRelease()
  const app = createApp(ports, {
    origins,
    secureCookies: secure,
    hostCookie: true,
    appVersion: formatVersion(release),
    builtAt: instantSchema.optional().parse(release.built),
    ...live,
    addressOf: createAddressReader(options.behindProxy === true, ports.log),
    appShell: () => allowMissingFile(readFile(join(distDir, 'index.html'), 'utf8')),
    citizenShell: () => allowMissingFile(readFile(join(distDir, 'ciudadano.html'), 'utf8')),
    publicShell: () => allowMissingFile(readFile(join(distDir, 'publico.html'), 'utf8')),
  })
  const headers = buildSecurityHeaders(secure)
  const files = createStaticFileHandler(distDir, headers, allowWasm(headers))
  const [home = ''] = origins
  const notFound = { ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  const failed = (request: Request, error: Error): Response =>
    buildFailurePage(request, toErrorProblem({ ports, tuning: DEFAULT_TUNING }, error, request), secure)
  return async (request: Request, env: HttpBindings): Promise<Response> => {
    const path = (env.incoming.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
    if (/^\/(?:api|publico|ciudadano|cis|respuesta\/enviada|pago|pago-exitoso|pago-denegado)(?:\/|$)/.test(path))
      return app.fetch(request, env)
    const { watch } = live
    const began = watch.now()
    // Files, which have a dot in their name, are served under every domain, because the public page also needs them.
    const response =
      path.includes('.') || isOwnDomain(env.incoming.headers.host, origins)
        ? await files(request, path).catch((error: Error) => failed(request, error))
        : new Response(renderNotFoundPage(home), { status: 404, headers: notFound })
    const { status } = response
    watch.answered({ request, route: FILE_ROUTE, status, ms: watch.now() - began, role: () => 'none' })
    return response
  }
}

/**
 * Returns a reader of the client's address. Behind our proxy, the last entry of X-Forwarded-For is from the proxy, and
 * earlier entries are unverified. An undeclared proxy is logged once, because all its clients share the limits of one
 * address.
 */
function createAddressReader(behindProxy: boolean, log: Log): (request: Request, env: unknown) => string | undefined {
  let isWarned = false
  return (request, env) => {
    const forwarded = request.headers.get('x-forwarded-for')
    if (forwarded !== null && !behindProxy && !isWarned) {
      isWarned = true
      log.error('proxy.not-declared', {
        hint: 'A request contains X-Forwarded-For. If your own proxy adds this header, set PROXY=1. Until then, all clients behind the proxy share the rate limits of one address.',
      })
    }
    const written = behindProxy ? forwarded?.split(',').at(-1)?.trim() : undefined
    return written ?? (env as HttpBindings).incoming.socket.remoteAddress
  }
}
