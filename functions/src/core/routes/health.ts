import { Hono } from 'hono'
import { toInstant } from '#domain/kernel/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { refusedFor } from '../http/problems.ts'
import { REMOTE_CONFIG_KEY } from '../sessions/remote-config.ts'

/** `GET /api/health`: 200 when the store answers, 503 when not. Says nothing that a stranger could use. */
export function healthRoutes({ ports, options }: Core): Hono {
  return new Hono().get('/health', async (c) => {
    try {
      await ports.store.get(REMOTE_CONFIG_KEY)
    } catch (error) {
      ports.log.error('health.store-failed', { error: String(error) })
      return refusedFor('server.busy')
    }
    return c.json({ ok: true, app: options.appVersion, protocol: PROTOCOL_VERSION, serverTime: toInstant(ports.clock()) })
  })
}
