import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { listLimitedNetworks } from '#core/limits/by-address.ts'

const SECOND = 1000
/** Request timeout in milliseconds; a part of 1 MB takes nine minutes at 16 kbit/s. */
const REQUEST_TIMEOUT = 20 * 60 * SECOND
const HEADERS_TIMEOUT = 30 * SECOND
/** Idle timeout of a connection in milliseconds, without a byte in either direction. */
const IDLE_CONNECTION_MS = 2 * 60 * SECOND
/** Keep-alive timeout in milliseconds, long enough for a tablet's next sync. */
const KEEP_ALIVE = 75 * SECOND
const MAX_HEADER_BYTES = 16 * 1024
const MAX_CONNECTIONS = 2_000
/** Maximum connections of one address or IPv6 network; a town hall has a few hundred tablets behind one address. */
export const MAX_CONNECTIONS_PER_ADDRESS = 500
/** Milliseconds for requests in progress to finish when the server stops. */
const SHUTDOWN_GRACE_MS = 4 * SECOND

export type RunningListener = { readonly port: number; close(grace?: number): Promise<void> }

export type ListenOptions = {
  /** 0 for any free port */
  readonly port: number
  readonly host: string
  /** maximum connections of one address; undefined behind a proxy, because all clients have the proxy's address */
  readonly perAddress?: number | undefined
}

/** Checks that the port is free. Fails like `startListening`, so that a start fails before it changes any data. */
export async function requireFreePort({ port, host }: Pick<ListenOptions, 'port' | 'host'>): Promise<void> {
  // Closes connections at once, because an open one would keep the probe open.
  const probe = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Starts listening. Fails with the system's error when the port is taken or forbidden. */
export async function startListening(
  fetch: (request: Request, env: HttpBindings) => Promise<Response>,
  { port, host, perAddress }: ListenOptions,
): Promise<RunningListener> {
  const server = createAdaptorServer({
    fetch: (request, env) => fetch(request, env as HttpBindings),
    // Keeps the process's Request and Response, on which tests and the simulator rely.
    overrideGlobalObjects: false,
    serverOptions: {
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE,
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
    },
  }) as Server
  server.timeout = IDLE_CONNECTION_MS
  server.maxConnections = MAX_CONNECTIONS
  if (perAddress !== undefined) limitConnectionsPerAddress(server, perAddress)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: (grace = SHUTDOWN_GRACE_MS) =>
      new Promise((resolve) => {
        // Refuses new connections. Open connections close after their current request, at the latest after `grace`.
        const cut = setTimeout(() => server.closeAllConnections(), grace)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** This machine's addresses are not limited: undeclared local proxies, tests and benchmarks use them. */
const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Closes each connection beyond an address's limit, so that one client cannot use up all connections. */
export function limitConnectionsPerAddress(server: Pick<Server, 'on'>, max: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || LOOPBACK_ADDRESSES.has(remoteAddress)) return
    const networks = listLimitedNetworks(remoteAddress)
    const isFull = networks.some(({ name, times }) => (open.get(name) ?? 0) >= max * times)
    if (isFull) return void socket.destroy()
    for (const { name } of networks) open.set(name, (open.get(name) ?? 0) + 1)
    socket.once('close', () => {
      for (const { name } of networks) {
        const remaining = (open.get(name) ?? 1) - 1
        if (remaining === 0) open.delete(name)
        else open.set(name, remaining)
      }
    })
  })
}
