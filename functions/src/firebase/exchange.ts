import type { ServerResponse, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A request of Cloud Functions, which has already read the body into `rawBody`. */
export type FunctionRequest = IncomingMessage & {
  readonly rawBody?: Uint8Array | undefined
  readonly originalUrl?: string
}

/** Handles a Node request with `fetch`. Ignores that a client disconnects before the response is complete. */
export async function forwardRequest(
  fetch: (request: Request) => Promise<Response>,
  incoming: FunctionRequest,
  outgoing: ServerResponse,
): Promise<void> {
  const request = buildRequest(incoming)
  const response = request === undefined ? new Response(null, { status: 400 }) : await fetch(request)
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  if (response.body === null || incoming.method === 'HEAD') {
    await response.body?.cancel()
    outgoing.end()
    return
  }
  try {
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
  } catch (error) {
    // `pipeline` has already closed the response.
    if (!isInstanceStopping(error)) throw error
  }
}

function isInstanceStopping(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET' || error.code === 'EPIPE')
  )
}

/** @returns undefined when the request has an invalid path or header */
function buildRequest(incoming: FunctionRequest): Request | undefined {
  const { method = 'GET', rawBody } = incoming
  const headers = new Headers()
  try {
    for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2)
      headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '')
    const path = incoming.originalUrl ?? incoming.url ?? '/'
    if (!path.startsWith('/')) return undefined
    // The host is a placeholder: only path and query are used, and the settings have the installation's URL.
    const url = new URL(`https://relevo.invalid${path}`)
    const body =
      method === 'GET' || method === 'HEAD' || rawBody === undefined || rawBody.length === 0
        ? null
        : new Uint8Array(rawBody)
    return new Request(url, { method, headers, body })
  } catch {
    return undefined
  }
}
