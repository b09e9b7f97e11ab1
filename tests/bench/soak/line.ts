import type { Fetch } from '../../../src/sync/index.ts'

/** A tablet's connection to the server: keeps its cookie, counts, and fails like real networks. */
export type Connection = {
  readonly fetch: Fetch
  signIn(email: string, password: string): Promise<void>
}

export type Traffic = { requests: number; cut: number; refused: number }

/** Shares of requests that are never sent, and of replies lost after the server has worked. */
const [LOST_BEFORE, LOST_AFTER] = [0.01, 0.01]

/**
 * @param breaks whether the connection ever fails
 * @param traffic counters shared by all connections
 */
export function buildConnection(origin: string, traffic: Traffic, breaks: boolean): Connection {
  let cookie = ''
  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    headers.set('sec-fetch-site', 'same-origin')
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(`${origin}${path}`, {
      method: init.method ?? 'GET',
      headers,
      body: init.body ?? null,
      redirect: 'error',
      ...(init.signal ? { signal: init.signal } : {}),
    })
    const [given] = response.headers.getSetCookie()
    if (given !== undefined) cookie = given.split(';')[0] ?? ''
    return response
  }
  return {
    fetch: async (path, init) => {
      traffic.requests += 1
      if (breaks && Math.random() < LOST_BEFORE) return cut(traffic)
      const response = await send(path, init)
      if (breaks && Math.random() < LOST_AFTER) {
        await response.arrayBuffer()
        return cut(traffic)
      }
      if (response.status >= 400) traffic.refused += 1
      return response
    },
    signIn: async (email, password) => {
      const response = await send('/api/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      if (!response.ok) throw new Error(`Sign-in was refused: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    },
  }
}

function cut(traffic: Traffic): never {
  traffic.cut += 1
  throw new TypeError('The line was cut')
}
