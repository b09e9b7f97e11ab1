import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { AppOptions, Core } from './context.ts'
import { buildRefusalResponse, buildRefusalResponseForCode } from './http/problems.ts'
import { readRoutePattern } from './http/route-pattern.ts'
import { isSameSite } from './http/same-site.ts'
import { buildSecurityHeaders } from './http/security-headers.ts'
import { buildEndpointRefusal, readCallerRole, serveEndpoints } from './endpoints/serve.ts'
import { toErrorProblem } from './endpoints/unexpected.ts'
import { createNudgeHub } from './nudges/hub.ts'
import { watchStore } from './nudges/watched-store.ts'
import type { Ports } from './ports.ts'
import { createBodyMemoryPool } from './capacity/bodies.ts'
import { createDiskSpace } from './capacity/disk-space.ts'
import { createDiskSpaceRelief } from './uploads/relief.ts'
import { createCitizenHandlers } from './citizens/routes/calls.ts'
import { createConnectorHandlers } from './integrations/routes/connector-calls.ts'
import { createPlaceListHandlers } from './places/routes/calls.ts'
import { createAccountHandlers } from './sessions/routes/account.ts'
import { createAnswerHandlers } from './answers/routes/answers.ts'
import { createAreaHandlers } from './places/routes/areas.ts'
import { createAuditHandlers } from './audit/routes.ts'
import { createDoorLinkFinder } from './tickets/door-links.ts'
import { createDeletedAnswerHandlers } from './answers/routes/deleted.ts'
import { createDoorHandlers } from './tickets/routes/doors.ts'
import { createEventHandlers } from './tickets/routes/events.ts'
import { createEmbedHandlers } from './integrations/routes/embed.ts'
import { createEmbeddedPages } from './pages/routes/embedded.ts'
import { createFactorHandlers } from './sessions/routes/factors.ts'
import { createSavedFilterHandlers } from './answers/routes/filters.ts'
import { createIntegrationHandlers } from './integrations/routes/integrations.ts'
import { createMapHandlers } from './maps/routes/maps.ts'
import { createNudgeHandlers } from './nudges/routes.ts'
import { createMailHandlers } from './mail/routes/mail.ts'
import { createPaymentPages } from './payments/routes/pages.ts'
import { createPaymentHandlers } from './payments/routes/payments.ts'
import { createPdfHandlers } from './exports/routes.ts'
import { createPlaceHandlers } from './places/routes/places.ts'
import { buildFailurePage } from './pages/failed-page.ts'
import { createCitizenPages } from './pages/citizen-pages.ts'
import { createPrivacyHandlers } from './privacy/routes.ts'
import { createPortalHandlers } from './citizens/routes/portal.ts'
import { createPublicPagesRateLimit, createPublicHandlers, createPublicPages } from './pages/routes/public.ts'
import { createPublicMapHandlers } from './maps/routes/public-map.ts'
import { createNearbyHandlers } from './answers/routes/nearby.ts'
import { createPublicFormsPages } from './pages/routes/forms.ts'
import { createStatusPages } from './pages/routes/status.ts'
import { createLostMutationHandlers } from './sync/routes/lacking.ts'
import { createPullHandlers } from './sync/routes/pull.ts'
import { createPushHandlers } from './sync/routes/push.ts'
import { createSessionHandlers } from './sessions/routes/session.ts'
import { createSettingsHandlers } from './places/routes/settings.ts'
import { createSsoHandlers } from './sessions/routes/sso.ts'
import { createStatisticsHandlers } from './statistics/routes.ts'
import { createSupervisionHandlers } from './jobs/routes.ts'
import { createTemplateHandlers } from './templates/routes.ts'
import { createTicketHandlers } from './tickets/routes/tickets.ts'
import { createUploadRoutes } from './uploads/routes.ts'
import { createUserHandlers } from './users/routes.ts'
import { createV1Handlers } from './integrations/routes/v1.ts'
import { createSessionCheckedStore } from './sessions/acting.ts'
import { createSessionGuard } from './sessions/guard.ts'
import { createHealthHandlers } from './watching/routes/health.ts'
import { createMetricsHandlers } from './watching/routes/metrics.ts'
import { DEFAULT_TUNING } from './tuning.ts'

/**
 * Builds the app that handles every request under `/api`, and the pages that the server builds. Hosts provide the
 * ports, static files and sockets.
 */
export function createApp(ports: Ports, options: AppOptions): Hono {
  const tuning = { ...DEFAULT_TUNING, ...options.tuning }
  const hub = options.hub ?? createNudgeHub(tuning)
  const store = options.hub === undefined ? watchStore(ports.store, hub) : ports.store
  options.stopping?.addEventListener('abort', hub.stop, { once: true })
  const disk = createDiskSpace(ports, tuning, createDiskSpaceRelief(ports, tuning))
  const bodies = createBodyMemoryPool(ports.clock, tuning)
  const core: Core = {
    ports: { ...ports, store: createSessionCheckedStore(store, tuning, ports.clock) },
    options,
    tuning,
    disk,
    bodies,
  }
  const guard = createSessionGuard(core)
  const pagesPace = createPublicPagesRateLimit(core)
  const payments = createPaymentHandlers(core, pagesPace)
  const headers = Object.entries(buildSecurityHeaders(options.secureCookies))
  const app = new Hono()

  const { watch } = options
  if (watch !== undefined)
    app.use('*', async (c, next) => {
      const began = watch.now()
      await next()
      const request = c.req.raw
      watch.answered({
        request,
        route: readRoutePattern(c),
        status: c.res.status,
        ms: watch.now() - began,
        role: () => readCallerRole(c),
      })
    })

  app.use('/api/*', async (c, next) => {
    const request = c.req.raw
    try {
      if (isSameSite(request, options.origins)) await next()
      else {
        const from = options.addressOf?.(request, c.env) ?? ''
        const path = readRoutePattern(c)
        ports.log.info('access.refused', { why: 'request.cross-site', method: request.method, path, from })
        c.res = buildRefusalResponseForCode('request.cross-site')
      }
    } finally {
      bodies.release(request)
      disk.release(request)
    }
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })

  // Forms and answers are repetitive: compression makes a first pull ten times smaller.
  for (const path of [
    '/api/municipalities/:id/language/*',
    '/api/sync/pull',
    '/api/public/*',
    '/api/generateCsv',
    '/api/map/answers',
  ])
    app.use(path, compress({ encoding: 'gzip' }))
  // Uploads use the tus protocol, outside the endpoint table.
  app.route('/api', createUploadRoutes(core, guard))
  const entrances = { guard, door: createDoorLinkFinder(core) }
  serveEndpoints(app, core, entrances, {
    ...createHealthHandlers(core),
    ...createMetricsHandlers(core, hub),
    ...createSessionHandlers(core, guard),
    ...createAccountHandlers(core),
    ...createFactorHandlers(core, guard),
    ...createSsoHandlers(core, guard),
    ...createEmbedHandlers(core),
    ...createPushHandlers(core, guard),
    ...createPullHandlers(core),
    ...createLostMutationHandlers(core),
    ...createNudgeHandlers(hub, guard),
    ...createAnswerHandlers(core),
    ...createSavedFilterHandlers(core),
    ...createSupervisionHandlers(core),
    ...createStatisticsHandlers(core),
    ...createDeletedAnswerHandlers(core),
    ...createAuditHandlers(core),
    ...createPrivacyHandlers(core),
    ...createTemplateHandlers(core, guard),
    ...createConnectorHandlers(core, guard),
    ...createCitizenHandlers(core),
    ...createPlaceListHandlers(core),
    ...createPlaceHandlers(core),
    ...createSettingsHandlers(core),
    ...createMapHandlers(core),
    ...createPublicHandlers(core, pagesPace),
    ...createPublicMapHandlers(core),
    ...createNearbyHandlers(core, pagesPace),
    ...createPortalHandlers(core),
    ...payments,
    ...createDoorHandlers(core),
    ...createEventHandlers(core),
    ...createTicketHandlers(core, pagesPace),
    ...createPdfHandlers(core),
    ...createMailHandlers(core),
    ...createUserHandlers(core),
    ...createAreaHandlers(core),
    ...createIntegrationHandlers(core),
    ...createV1Handlers(core),
  })

  app.route('/', createPublicPages(core, pagesPace))
  app.route('/', createPublicFormsPages(core, pagesPace))
  app.route('/', createStatusPages(core, pagesPace))
  app.route('/', createPaymentPages(core, pagesPace, payments))
  app.route('/', createEmbeddedPages(core, pagesPace))
  app.route('/', createCitizenPages(core))

  // A POST to an unknown path may be a callable-function call, so it gets that error format.
  app.notFound((c) =>
    buildEndpointRefusal(
      { convention: c.req.method === 'POST' ? 'callable' : undefined },
      { code: 'request.not-found' },
    ),
  )
  app.onError((error, c) => {
    const request = c.req.raw
    const problem = toErrorProblem(core, error, request)
    return c.req.path.startsWith('/api/')
      ? buildRefusalResponse(problem)
      : buildFailurePage(request, problem, options.secureCookies)
  })
  return app
}
