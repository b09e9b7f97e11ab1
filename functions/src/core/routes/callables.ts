import { Hono } from 'hono'
import { z } from 'zod'
import { ok, toInstant, type Problem } from '#domain/kernel/index.ts'
import { getTurneroGroupProcedure } from '../calls/booking.ts'
import type { Callable } from '../calls/callable.ts'
import { createTipoIncidencia, getMuniCoreAreas } from '../calls/municipal-system.ts'
import { getListaPaises } from '../calls/places.ts'
import type { Core } from '../context.ts'
import { readParsed } from '../http/body.ts'
import { statusOf } from '../http/problems.ts'
import type { Guard } from '../sessions/guard.ts'

const callSchema = z.object({ data: z.unknown() })

const getServerTime: Callable = async ({ core }) => ok({ serverTime: toInstant(core.ports.clock()) })

/** The calls of the specification, by its names. Each asks the guard itself: some are for everybody. */
const CALLABLES: ReadonlyMap<string, Callable> = new Map(
  Object.entries({ getServerTime, getListaPaises, getMuniCoreAreas, createTipoIncidencia, getTurneroGroupProcedure }),
)

/** The words of the callable convention for our problem codes, by HTTP status. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  413: 'INVALID_ARGUMENT',
  422: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
}

/** `POST /api/<name>` with `{ data }`, answered `{ result }` or `{ error: { status, message, code, details } }`. */
export function callableRoutes(core: Core, guard: Guard): Hono {
  return new Hono().post('/:callable{[A-Za-z][A-Za-z0-9]{0,63}}', async (c) => {
    const callable = CALLABLES.get(c.req.param('callable'))
    if (callable === undefined) return failed({ code: 'request.not-found' })
    const body = await readParsed(c.req.raw, core.tuning.smallBodyBytes, callSchema)
    if (!body.ok) return failed({ code: body.problem.code })
    const outcome = await callable({ core, guard, request: c.req.raw, data: body.value.data })
    return outcome.ok ? c.json({ result: outcome.value }, 200, { 'cache-control': 'no-store' }) : failed(outcome.problem)
  })
}

/** `code` beside the convention's own fields, so that our client reads every refusal alike. */
function failed({ code, details }: Problem): Response {
  const status = statusOf(code)
  const error = { status: STATUS_WORDS[status] ?? 'INTERNAL', message: code, code, details: { ...details, code } }
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } })
}
