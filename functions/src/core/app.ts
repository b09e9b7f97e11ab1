import { Hono } from 'hono'
import { toHex } from '#domain/kernel/index.ts'
import type { AppOptions, Core } from './context.ts'
import { refusedFor } from './http/problems.ts'
import { isSameSite } from './http/same-site.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createHub } from './nudges/hub.ts'
import { watchedStore } from './nudges/watched-store.ts'
import type { Ports } from './ports.ts'
import { answerRoutes } from './routes/answers.ts'
import { callableRoutes } from './routes/callables.ts'
import { deviceRoutes } from './routes/devices.ts'
import { healthRoutes } from './routes/health.ts'
import { heldRoutes } from './routes/held.ts'
import { jobRoutes } from './routes/jobs.ts'
import { nudgeRoutes } from './routes/nudges.ts'
import { pullRoutes } from './routes/pull.ts'
import { pushRoutes } from './routes/push.ts'
import { sessionRoutes } from './routes/session.ts'
import { templateImageRoutes } from './routes/template-images.ts'
import { templateRoutes } from './routes/templates.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { createGuard } from './sessions/guard.ts'
import { DEFAULT_TUNING } from './tuning.ts'

const LOG_ID_BYTES = 6

/** The server's brain: everything under `/api`, from Request to Response. Hosts add static files, sockets and the ports. */
export function createApp(ports: Ports, options: AppOptions): Hono {
  const tuning = { ...DEFAULT_TUNING, ...options.tuning }
  const hub = createHub(tuning)
  options.stopping?.addEventListener('abort', hub.stop, { once: true })
  const core: Core = { ports: { ...ports, store: watchedStore(ports.store, hub.isWanted, hub.wrote) }, options, tuning }
  const guard = createGuard(core)
  const headers = Object.entries(securityHeaders(options.secureCookies))
  const app = new Hono()

  app.use('/api/*', async (c, next) => {
    if (isSameSite(c.req.raw, options.origins)) await next()
    else c.res = refusedFor('request.cross-site')
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })

  app.route('/api', healthRoutes(core))
  app.route('/api', sessionRoutes(core, guard))
  app.route('/api', pushRoutes(core, guard))
  app.route('/api', pullRoutes(core, guard))
  app.route('/api', nudgeRoutes(hub, guard))
  app.route('/api', deviceRoutes(core, guard))
  app.route('/api', uploadRoutes(core, guard))
  app.route('/api', answerRoutes(core, guard))
  app.route('/api', heldRoutes(core, guard))
  app.route('/api', jobRoutes(core, guard))
  app.route('/api', templateRoutes(core, guard))
  app.route('/api', templateImageRoutes(core, guard))
  // Last: its pattern takes any single name that no route above has.
  app.route('/api', callableRoutes(core, guard))

  app.notFound(() => refusedFor('request.not-found'))
  app.onError((error) => {
    // The client learns an id and nothing else; what went wrong stands in the log under it.
    const id = toHex(ports.random(LOG_ID_BYTES))
    ports.log.error('request.failed', { id, error: error.stack ?? error.message })
    return refusedFor('server.failed', { id })
  })
  return app
}
