import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { networksOf } from '#core/limits/by-address.ts'

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
/** Of one address (IPv6: network): a town hall behind one has a few hundred tablets; no one may take all lines. */
export const MAX_CONNECTIONS_PER_ADDRESS = 500
/** Requests under way get so long to finish when the server stops. */
const GRACE = 4 * SECOND

export type Listening = { readonly port: number; close(grace?: number): Promise<void> }

export type Sockets = {
  /** 0 for any free one */
  readonly port: number
  readonly host: string
  /** undefined behind a proxy, which has one address for everybody and limits of its own */
  readonly perAddress?: number | undefined
}

/** Fails with the system's error when the port is taken or may not be used. */
export async function listen(
  fetch: (request: Request, env: HttpBindings) => Promise<Response>,
  { port, host, perAddress }: Sockets,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, env) => fetch(request, env as HttpBindings),
    // The process has its own Request and Response; tests and the simulator rely on them.
    overrideGlobalObjects: false,
    serverOptions: {
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE,
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
    },
  }) as Server
  server.timeout = SILENCE
  server.maxConnections = MAX_CONNECTIONS
  if (perAddress !== undefined) limitPerAddress(server, perAddress)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: (grace = GRACE) =>
      new Promise((resolve) => {
        // No new connections; open ones close as their request under way is answered, and are cut after `grace`.
        const cut = setTimeout(() => server.closeAllConnections(), grace)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** This machine's own: a proxy that is not configured, the tests and the benches. */
const OWN: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Cuts off each connection beyond the limit: else two thousand silent requests of one stranger are all there are. */
export function limitPerAddress(server: Pick<Server, 'on'>, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || OWN.has(remoteAddress)) return
    const networks = networksOf(remoteAddress)
    const isFull = networks.some(({ name, times }) => (open.get(name) ?? 0) >= most * times)
    if (isFull) return void socket.destroy()
    for (const { name } of networks) open.set(name, (open.get(name) ?? 0) + 1)
    socket.once('close', () => {
      for (const { name } of networks) {
        const left = (open.get(name) ?? 1) - 1
        if (left === 0) open.delete(name)
        else open.set(name, left)
      }
    })
  })
}
