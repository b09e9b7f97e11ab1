import { inEarlierWords } from '#tests/support/device/earlier-app.ts'
import type { Chance } from './chance.ts'
import type { Fault, Step } from './catalogue.ts'
import type { Served } from './hands.ts'
import { never, type Process, THAW_INTERVAL_MS } from './process.ts'
import { ORIGIN, type SimServer } from './server.ts'
import type { Timeline } from './timeline.ts'

/** A device's connection and cookies, shared by its processes. */
export type Connection = {
  cookie: string
  online: boolean
  /** whether its app is an earlier version, which sends an older format */
  earlier: boolean
  /** replies that are repeated in place of the next one of their kind, with the session that they were for */
  readonly echoes: Map<Step, { readonly cookie: string; readonly reply: Response }>
  /** time of each account's last answered pull, in the world's time */
  readonly heard: Map<string, number>
  /** an outing to a place without a network, which the browser knows. `leaky`: a request had a reply after all */
  outing?: { leaky: boolean } | undefined
}

export type NetworkWatch = {
  /** the fault that strikes this request, or null */
  readonly fateOf: (process: Process, step: Step) => Fault | null
  readonly served: (request: Served) => void
  /** called when the first byte of a request leaves the device */
  readonly left: (path: string, init: RequestInit) => void
}

/** Bytes per millisecond of a 16 kbit/s connection. */
const SLOW_LINE = 2
const PORTAL = '<!doctype html><title>Wi-Fi del hotel</title><form>Acepte las condiciones</form>'

/** `fetch` of one process, over a connection with all faults of the catalogue. */
export function createFetch(
  { timeline, chance, server, watch }: { timeline: Timeline; chance: Chance; server: SimServer; watch: NetworkWatch },
  line: Connection,
  process: Process,
): (path: string, init: RequestInit) => Promise<Response> {
  const wait = (milliseconds: number, label: string): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, `${process.name} ${label}`, resolve))
  const cut = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'))

  /** Sends to the server and returns the reply; undefined when the connection failed. */
  async function deliver(path: string, init: RequestInit, upTo?: number): Promise<Response | undefined> {
    const [cookie, begun] = [line.cookie, timeline.now()]
    watch.left(path, init)
    const response = await server.handle(toRequest(path, init, line, upTo))
    if (response === undefined) return undefined
    const set = response.headers.getSetCookie().find((one) => one.startsWith('__session='))
    const body = await response.arrayBuffer()
    const account = new Headers(init.headers).get('x-relevo-account')
    watch.served({ path, cookie, given: set?.split(';')[0], account, status: response.status, body, begun })
    if (set !== undefined) line.cookie = set.split(';')[0] ?? ''
    return new Response(hasBody(response.status) ? body : null, { status: response.status, headers: response.headers })
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    const step = stepOf(path, init)
    process.step = step
    await thawed()
    const echo = line.echoes.get(step)
    line.echoes.delete(step)
    if (line.outing !== undefined && (line.online || echo !== undefined)) line.outing.leaky = true
    if (echo?.cookie === line.cookie) {
      await wait(chance.int(5, 80), `${step} hears the reply to an earlier one`)
      return echo.reply
    }
    if (!line.online) {
      await wait(chance.int(0, 20), 'offline')
      return cut()
    }
    const fate = watch.fateOf(process, step)
    const size = sizeOf(init.body)
    await wait(
      chance.int(5, 80) + (fate === 'line of 16 kbit/s' ? size / SLOW_LINE : 0),
      `${step} out${fate === null ? '' : `: ${fate}`}`,
    )
    const response = await suffer(fate, path, step === 'push' && line.earlier ? inOldWords(init) : init, size)
    if (fate === 'reply delivered twice') line.echoes.set(step, { cookie: line.cookie, reply: response.clone() })
    await wait(chance.int(5, 80), `${step} back`)
    await thawed()
    return response
  }

  /** Replies to a frozen tab wait until it runs again. */
  async function thawed(): Promise<void> {
    while (timeline.now() < process.frozenUntil) await wait(THAW_INTERVAL_MS, 'frozen')
  }

  async function suffer(fate: Fault | null, path: string, init: RequestInit, size: number): Promise<Response> {
    const whole = async (): Promise<Response> => (await deliver(path, init)) ?? cut()
    switch (fate) {
      case 'cut before send':
      case 'name or certificate failure':
        return cut()
      case 'cut after commit, before the reply':
        await deliver(path, init)
        return cut()
      case 'request delivered twice': {
        const [first] = await Promise.all([whole(), deliver(path, init)])
        return first
      }
      case 'late duplicate, out of order':
        timeline.after(chance.int(1_000, 600_000), `${process.name} late duplicate`, () => void deliver(path, init))
        return whole()
      case 'latency up to 120 s': {
        const response = await whole()
        await wait(chance.int(1_000, 120_000), 'latency')
        return response
      }
      case 'commit slower than the timeout': {
        const response = await whole()
        await wait(chance.int(61_000, 400_000), 'slow commit')
        return response
      }
      case 'captive portal':
        return new Response(PORTAL, { status: 200, headers: { 'content-type': 'text/html' } })
      case 'upload cut at byte k':
        await deliver(path, init, chance.int(0, Math.max(0, size - 1)))
        return cut()
      case 'status 500, 502, 503, 504': {
        const status = chance.pick([500, 502, 503, 504])
        return new Response('<h1>Bad gateway</h1>', { status, headers: status === 503 ? { 'retry-after': '7' } : {} })
      }
      case 'status 429 with Retry-After':
        return new Response('', { status: 429, headers: { 'retry-after': String(chance.int(1, 30)) } })
      case 'status 401, 403':
        return new Response('<h1>Denied</h1>', {
          status: chance.pick([401, 403]),
          headers: { 'content-type': 'text/html' },
        })
      case 'status 413':
        return new Response('<h1>Request Entity Too Large</h1>', {
          status: 413,
          headers: { 'content-type': 'text/html' },
        })
      case 'status 409, 423':
        return new Response('', { status: chance.pick([409, 423]) })
      case 'crash around commit or file store':
        server.crashAt(
          chance.pick(
            path.startsWith('/api/uploads')
              ? ['between file and row', 'before commit']
              : ['before commit', 'after commit'],
          ),
        )
        return whole()
      default:
        return whole()
    }
  }

  return async (path, init) => {
    if (!process.alive) return never()
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('Timed out', 'TimeoutError')))
    })
    const asked = timeline.now()
    try {
      const response = await Promise.race([send(path, init), aborted])
      const account = new Headers(init.headers).get('x-relevo-account')
      if (process.alive && response.ok && account !== null && path.startsWith('/api/sync/pull'))
        line.heard.set(account, Math.max(asked, line.heard.get(account) ?? 0))
      return process.alive ? response : await never<Response>()
    } catch (error) {
      if (!process.alive) return never()
      throw error
    }
  }
}

function stepOf(path: string, { method }: RequestInit): Step {
  if (path.startsWith('/api/uploads')) return method === 'POST' ? 'create upload' : 'chunk'
  return path.startsWith('/api/sync/push') ? 'push' : 'pull'
}

function inOldWords(init: RequestInit): RequestInit {
  return typeof init.body === 'string' ? { ...init, body: inEarlierWords.push(init.body) } : init
}

function sizeOf(body: RequestInit['body']): number {
  if (typeof body === 'string') return body.length
  return body instanceof Uint8Array ? body.byteLength : 0
}

/** @param upTo number of bytes after which the body is cut off, as by a lost signal */
function toRequest(path: string, init: RequestInit, { cookie }: Connection, upTo?: number): Request {
  const headers = new Headers(init.headers)
  headers.set('origin', ORIGIN)
  headers.set('cookie', cookie)
  const { method = 'GET', body } = init
  if (body === undefined || body === null) return new Request(ORIGIN + path, { method, headers })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body as Uint8Array<ArrayBuffer>)
  headers.set('content-length', String(bytes.byteLength))
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, upTo ?? bytes.byteLength))
      if (upTo === undefined) controller.close()
      else controller.error(new TypeError('The connection was reset'))
    },
  })
  return new Request(ORIGIN + path, { method, headers, body: stream, duplex: 'half' } as RequestInit)
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 304
}
