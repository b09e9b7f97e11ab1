import { Hono } from 'hono'
import { z } from 'zod'
import { toInstant } from '#domain/kernel/index.ts'
import type { ProblemCode } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { hasProtoKey, readJson } from '../http/body.ts'
import { statusOf } from '../http/problems.ts'

const callSchema = z.object({ data: z.unknown() })

/** One call of the specification. `data` is what the client sent, unparsed; the answer goes out as `{ result }`. */
type Callable = (core: Core, data: unknown) => Promise<unknown>

const CALLABLES: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  ['getServerTime', async ({ ports }) => ({ serverTime: toInstant(ports.clock()) })],
])

/** The words of the callable convention for our problem codes, by HTTP status. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
}

/** `POST /api/<name>` with `{ data }`, answered `{ result }` or `{ error: { status, message, details } }`. */
export function callableRoutes(core: Core): Hono {
  return new Hono().post('/:callable{[A-Za-z][A-Za-z0-9]{0,63}}', async (c) => {
    const callable = CALLABLES.get(c.req.param('callable'))
    if (callable === undefined) return failed('request.not-found')
    const body = await readJson(c.req.raw, core.tuning.smallBodyBytes)
    if (!body.ok) return failed(body.problem.code)
    const call = callSchema.safeParse(body.value)
    if (!call.success || hasProtoKey(body.value)) return failed('request.malformed')
    return c.json({ result: await callable(core, call.data.data) })
  })
}

function failed(code: ProblemCode): Response {
  const status = statusOf(code)
  return Response.json({ error: { status: STATUS_WORDS[status] ?? 'INTERNAL', message: code, details: { code } } }, { status })
}
