import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { AppOptions, Core } from './context.ts'
import { refusalResponse, refusalResponseForCode } from './http/problems.ts'
import { routePattern } from './http/route-pattern.ts'
import { isSameSite } from './http/same-site.ts'
import { securityHeaders } from './http/security-headers.ts'
import { endpointRefusal, roleOf, serveEndpoints } from './endpoints/serve.ts'
import { problemOfError } from './endpoints/unexpected.ts'
import { createHub } from './nudges/hub.ts'
import { watchStore } from './nudges/watched-store.ts'
import type { Ports } from './ports.ts'
import { createBodyMemory } from './capacity/bodies.ts'
import { createDisk } from './capacity/disk.ts'
import { createSpaceRelief } from './uploads/relief.ts'
import { citizenHandlers } from './citizens/routes/calls.ts'
import { connectorHandlers } from './integrations/routes/connector-calls.ts'
import { placeCallHandlers } from './places/routes/calls.ts'
import { accountHandlers } from './sessions/routes/account.ts'
import { answerHandlers } from './answers/routes/answers.ts'
import { areaHandlers } from './places/routes/areas.ts'
import { auditHandlers } from './audit/routes.ts'
import { createDoorLinkFinder } from './tickets/door-links.ts'
import { deletedHandlers } from './answers/routes/deleted.ts'
import { doorHandlers } from './tickets/routes/doors.ts'
import { eventHandlers } from './tickets/routes/events.ts'
import { embedHandlers } from './integrations/routes/embed.ts'
import { embeddedPages } from './pages/routes/embedded.ts'
import { factorHandlers } from './sessions/routes/factors.ts'
import { filterHandlers } from './answers/routes/filters.ts'
import { integrationHandlers } from './integrations/routes/integrations.ts'
import { mapHandlers } from './maps/routes/maps.ts'
import { nudgeHandlers } from './nudges/routes.ts'
import { mailHandlers } from './mail/routes/mail.ts'
import { paymentPages } from './payments/routes/pages.ts'
import { paymentHandlers } from './payments/routes/payments.ts'
import { pdfHandlers } from './exports/routes.ts'
import { placesHandlers } from './places/routes/places.ts'
import { failedPage } from './pages/failed-page.ts'
import { citizenPages } from './pages/citizen-pages.ts'
import { privacyHandlers } from './privacy/routes.ts'
import { portalHandlers } from './citizens/routes/portal.ts'
import { createPagesPace, publicHandlers, publicPages } from './pages/routes/public.ts'
import { publicMapHandlers } from './maps/routes/public-map.ts'
import { nearbyHandlers } from './answers/routes/nearby.ts'
import { publicForms } from './pages/routes/forms.ts'
import { publicStatus } from './pages/routes/status.ts'
import { lackingHandlers } from './sync/routes/lacking.ts'
import { pullHandlers } from './sync/routes/pull.ts'
import { pushHandlers } from './sync/routes/push.ts'
import { sessionHandlers } from './sessions/routes/session.ts'
import { settingsHandlers } from './places/routes/settings.ts'
import { ssoHandlers } from './sessions/routes/sso.ts'
import { statisticsHandlers } from './statistics/routes.ts'
import { supervisionHandlers } from './jobs/routes.ts'
import { templateHandlers } from './templates/routes.ts'
import { ticketHandlers } from './tickets/routes/tickets.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { userHandlers } from './users/routes.ts'
import { v1Handlers } from './integrations/routes/v1.ts'
import { storeForSession } from './sessions/acting.ts'
import { createGuard } from './sessions/guard.ts'
import { healthHandlers } from './watching/routes/health.ts'
import { metricsHandlers } from './watching/routes/metrics.ts'
import { DEFAULT_TUNING } from './tuning.ts'

/** Builds the app that handles every request under `/api`. Hosts provide the ports, static files and sockets. */
export function createApp(ports: Ports, options: AppOptions): Hono {
  const tuning = { ...DEFAULT_TUNING, ...options.tuning }
  const hub = options.hub ?? createHub(tuning)
  const store = options.hub === undefined ? watchStore(ports.store, hub) : ports.store
  options.stopping?.addEventListener('abort', hub.stop, { once: true })
  const disk = createDisk(ports, tuning, createSpaceRelief(ports, tuning))
  const bodies = createBodyMemory(ports.clock, tuning)
  const core: Core = {
    ports: { ...ports, store: storeForSession(store, tuning, ports.clock) },
    options,
    tuning,
    disk,
    bodies,
  }
  const guard = createGuard(core)
  const pagesPace = createPagesPace(core)
  const payments = paymentHandlers(core, pagesPace)
  const headers = Object.entries(securityHeaders(options.secureCookies))
  const app = new Hono()

  const { watch } = options
  if (watch !== undefined)
    app.use('*', async (c, next) => {
      const began = watch.now()
      await next()
      const request = c.req.raw
      watch.answered({
        request,
        route: routePattern(c),
        status: c.res.status,
        ms: watch.now() - began,
        role: () => roleOf(c),
      })
    })

  app.use('/api/*', async (c, next) => {
    const request = c.req.raw
    try {
      if (isSameSite(request, options.origins)) await next()
      else {
        const from = options.addressOf?.(request, c.env) ?? ''
        const path = routePattern(c)
        ports.log.info('access.refused', { why: 'request.cross-site', method: request.method, path, from })
        c.res = refusalResponseForCode('request.cross-site')
      }
    } finally {
      bodies.release(request)
      disk.release(request)
    }
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })

  // Forms and answers are repetitive: compression makes a first pull ten times smaller.
  for (const path of ['/api/sync/pull', '/api/public/*', '/api/generateCsv', '/api/map/answers'])
    app.use(path, compress({ encoding: 'gzip' }))
  // Uploads use the tus protocol, outside the endpoint table.
  app.route('/api', uploadRoutes(core, guard))
  const entrances = { guard, door: createDoorLinkFinder(core) }
  serveEndpoints(app, core, entrances, {
    ...healthHandlers(core),
    ...metricsHandlers(core, hub),
    ...sessionHandlers(core, guard),
    ...accountHandlers(core),
    ...factorHandlers(core, guard),
    ...ssoHandlers(core, guard),
    ...embedHandlers(core),
    ...pushHandlers(core, guard),
    ...pullHandlers(core),
    ...lackingHandlers(core),
    ...nudgeHandlers(hub, guard),
    ...answerHandlers(core),
    ...filterHandlers(core),
    ...supervisionHandlers(core),
    ...statisticsHandlers(core),
    ...deletedHandlers(core),
    ...auditHandlers(core),
    ...privacyHandlers(core),
    ...templateHandlers(core, guard),
    ...connectorHandlers(core, guard),
    ...citizenHandlers(core),
    ...placeCallHandlers(core),
    ...placesHandlers(core),
    ...settingsHandlers(core),
    ...mapHandlers(core),
    ...publicHandlers(core, pagesPace),
    ...publicMapHandlers(core),
    ...nearbyHandlers(core, pagesPace),
    ...portalHandlers(core),
    ...payments,
    ...doorHandlers(core),
    ...eventHandlers(core),
    ...ticketHandlers(core, pagesPace),
    ...pdfHandlers(core),
    ...mailHandlers(core),
    ...userHandlers(core),
    ...areaHandlers(core),
    ...integrationHandlers(core),
    ...v1Handlers(core),
  })

  app.route('/', publicPages(core, pagesPace))
  app.route('/', publicForms(core, pagesPace))
  app.route('/', publicStatus(core, pagesPace))
  app.route('/', paymentPages(core, pagesPace, payments))
  app.route('/', embeddedPages(core, pagesPace))
  app.route('/', citizenPages(core))

  // A POST to an unknown path may be a callable-function call, so it gets that error format.
  app.notFound((c) =>
    endpointRefusal({ convention: c.req.method === 'POST' ? 'callable' : undefined }, { code: 'request.not-found' }),
  )
  app.onError((error, c) => {
    const request = c.req.raw
    const problem = problemOfError(core, error, request)
    return c.req.path.startsWith('/api/')
      ? refusalResponse(problem)
      : failedPage(request, problem, options.secureCookies)
  })
  return app
}
