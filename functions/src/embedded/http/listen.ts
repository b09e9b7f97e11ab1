import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'

const SECOND = 1000
/** A piece of 1 MB at 16 kbit/s takes nine minutes. */
const REQUEST_TIMEOUT = 20 * 60 * SECOND
const HEADERS_TIMEOUT = 30 * SECOND
/** Not a byte in either direction for so long: the other side is gone. */
const SILENCE = 2 * 60 * SECOND
/** A tablet's next sync finds the connection still open. */
const KEEP_ALIVE = 75 * SECOND
const MAX_HEADER_BYTES = 16 * 1024
const MAX_CONNECTIONS = 2_000
/** Requests under way get so long to finish when the server stops. */
const GRACE = 4 * SECOND

export type Listening = { readonly port: number; close(grace?: number): Promise<void> }

/** Fails with the system's error when the port is taken or may not be used. @param port 0 for any free one */
export async function listen(fetch: (request: Request, env: HttpBindings) => Promise<Response>, port: number, host: string): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, env) => fetch(request, env as HttpBindings),
    // The process has its own Request and Response; tests and the simulator rely on them.
    overrideGlobalObjects: false,
    serverOptions: { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE, headersTimeout: HEADERS_TIMEOUT, requestTimeout: REQUEST_TIMEOUT },
  }) as Server
  server.timeout = SILENCE
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: (grace = GRACE) =>
      new Promise((resolve) => {
        // Nothing new; connections close as their request under way is answered; whoever is left after that is cut.
        const cut = setTimeout(() => server.closeAllConnections(), grace)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
