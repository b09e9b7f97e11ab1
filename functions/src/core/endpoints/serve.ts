import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { actorOfUser, meetsAccessRule } from '#domain/access/index.ts'
import {
  API,
  type Api,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '#domain/endpoints/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, refuse, type Problem, type Result, typedKeys } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { admitRequest } from '../capacity/gate.ts'
import { sha256Hex } from '../http/digest.ts'
import { runWithSession } from '../sessions/acting.ts'
import { mayCallEndpoint, isDocumentAllowedInFrame } from './frame-endpoints.ts'
import { requireRecentConfirmation } from '../sessions/factors/holder.ts'
import type { SessionGuard, StaffSession } from '../sessions/guard.ts'
import { createTokenBearerFinder, type TokenBearer } from '../integrations/token-bearer.ts'
import { readParsedBody } from '../http/body.ts'
import { NO_STORE_HEADERS } from '../http/security-headers.ts'
import type { FindDoorLink, FoundDoorLink } from '../tickets/door-links.ts'
import { parseBrowser } from '../http/user-agent.ts'
import { buildRefusalResponse, buildRetryAfterHeader, toHttpStatus } from '../http/problems.ts'
import { getOrCreateRequestId } from '../watching/request-id.ts'

/** The parsed request of an endpoint, and its caller. */
export type EndpointRequest<E extends Endpoint> = {
  readonly request: Request
  /** the client's network address, if known */
  readonly address: string | undefined
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
} & Entrant<E['access']['kind']> &
  (E['ownBody'] extends true ? unknown : { readonly body: BodyOf<E> })

type Visit = Extract<Awaited<ReturnType<SessionGuard['citizen']>>, { readonly ok: true }>['value']

/** The caller at a door: staff with the right, or the holder of a door link of the form. */
export type DoorCaller = {
  readonly keeper: { readonly kind: 'staff'; readonly user: User } | ({ readonly kind: 'link' } & FoundDoorLink)
}

/** The caller, by the kind of access of the endpoint. */
type Entrant<K> = K extends 'public' | 'sender'
  ? unknown
  : K extends 'token'
    ? TokenBearer
    : K extends 'citizen'
      ? { readonly visit: Visit }
      : K extends 'door'
        ? DoorCaller
        : StaffSession

/** Handler of one endpoint. Returns the value to send as JSON, nothing (status 204), or a finished Response. */
type Handler<E extends Endpoint> = (endpointRequest: EndpointRequest<E>) => Promise<Result<ReplyOf<E>> | Response>
/** Handlers of some endpoints, by endpoint name. */
export type Handlers<N extends keyof Api> = { readonly [Name in N]: Handler<Api[Name]> }
/** Handlers of one subject; `serveEndpoints` checks that none is missing. */
export type PartialHandlers = Partial<Handlers<keyof Api>>

/** Registers a route for every endpoint, with the checks that its description requires. */
export function serveEndpoints(
  app: Hono,
  core: Core,
  { guard, door }: Pick<Entrance, 'guard' | 'door'>,
  handlers: Handlers<keyof Api>,
): void {
  const bearer = createTokenBearerFinder(core)
  // Descending order registers a fixed path segment before a parameter that would match it.
  const names = typedKeys(API).toSorted((a, b) => (API[a].path < API[b].path ? 1 : -1))
  for (const name of names)
    serveEndpoint(
      app,
      core,
      { guard, door, bearer },
      { endpoint: API[name], handler: handlers[name] as Handler<Endpoint> },
    )
}

type ServedEndpoint = { readonly endpoint: Endpoint; readonly handler: Handler<Endpoint> }

/**
 * Serves an endpoint. Order of steps: disk space, session and right, parameters, document of a frame, query, body,
 * session and right again, confirmed identity, handler, reply.
 */
function serveEndpoint(app: Hono, core: Core, entrance: Entrance, { endpoint, handler }: ServedEndpoint): void {
  app.on(endpoint.method, `/api${endpoint.path}`, async (c) => {
    const refusal = async (refused: Problem) => {
      const problem = withReference(refused, c.req.raw, core)
      if (ACCESS_CODES.has(problem.code)) await noteRefused(c, core, entrance.guard, { endpoint, code: problem.code })
      return buildEndpointRefusal(endpoint, problem)
    }
    const result = await readEndpointRequest(c, core, entrance, endpoint)
    if (!result.ok) return refusal(result.problem)
    const handle = () => handler(result.value)
    const callerRole =
      'live' in result.value
        ? await runWithSession((result.value as unknown as StaffSession).live, endpoint.access, handle)
        : ok(await handle())
    if (!callerRole.ok) return refusal(callerRole.problem)
    const done = callerRole.value
    if (done instanceof Response) return done
    if (!done.ok) return refusal(done.problem)
    if (endpoint.reply === 'nothing') return new Response(null, { status: 204, headers: NO_STORE_HEADERS })
    if (core.options.checkReplies === true) checkReply(endpoint, done.value)
    if (endpoint.access.kind === 'token' && endpoint.method === 'GET')
      return buildTaggedReply(result.value.request, done.value)
    return Response.json(endpoint.convention === 'callable' ? { result: done.value } : done.value, {
      headers: NO_STORE_HEADERS,
    })
  })
}

/** Name under which Hono's context has the caller. */
const CALLER = 'caller'

/**
 * Role of the caller for the request log: the account's role, or the kind of any other caller; `none` without a caller.
 */
export function readCallerRole(c: Context): string {
  const caller: unknown = c.get(CALLER)
  if (typeof caller !== 'object' || caller === null) return 'none'
  if ('token' in caller) return 'token'
  if ('visit' in caller) return 'citizen'
  if ('user' in caller) return actorOfUser(caller.user as User).role
  return 'keeper' in caller ? 'door' : 'none'
}

/** Adds the request's id to a failure, by which an operator finds its line in the log. */
function withReference(problem: Problem, request: Request, { ports }: Core): Problem {
  if (toHttpStatus(problem.code) !== SERVER_ERROR || problem.details?.['id'] !== undefined) return problem
  return { ...problem, details: { ...problem.details, id: getOrCreateRequestId(request, ports.random) } }
}

const SERVER_ERROR = 500

/** Refusals of a known user that are logged (OWASP ASVS 16.3.2). */
const ACCESS_CODES: ReadonlySet<Problem['code']> = new Set(['access.forbidden', 'session.other-account', 'token.scope'])

async function noteRefused(
  c: Context,
  core: Core,
  guard: SessionGuard,
  { endpoint, code }: { readonly endpoint: Endpoint; readonly code: Problem['code'] },
): Promise<void> {
  const { method, path } = endpoint
  const request = c.req.raw
  const from = core.options.addressOf?.(request, c.env) ?? ''
  const account = (await guard.find(request))?.session.userId ?? ''
  core.ports.log.info('access.refused', { why: code, method, path, account, from, ...parseBrowser(request) })
}

async function readEndpointRequest(
  c: Context,
  core: Core,
  entrance: Entrance,
  endpoint: Endpoint,
): Promise<Result<EndpointRequest<Endpoint>>> {
  const request = c.req.raw
  const address = core.options.addressOf?.(request, c.env)
  const result = await admitRequest(core, request, endpoint.always)
  if (!result.ok) return result
  const enter = () => findCaller(entrance, endpoint, { request, address, form: c.req.param('form') })
  const who = await enter()
  if (!who.ok) return who
  c.set(CALLER, who.value)
  const params = endpoint.params?.safeParse(c.req.param())
  if (params?.success === false) return refuse(endpoint.missing ?? 'request.not-found')
  if (who.value !== null && 'live' in who.value) {
    const isWithin = await isDocumentAllowedInFrame(core.ports.store, who.value.live, endpoint, c.req.param())
    if (!isWithin) return refuse('access.forbidden')
  }
  const query = endpoint.query?.safeParse(c.req.query())
  if (query?.success === false) return refuse('request.malformed')
  const body = await readBody(request, core, endpoint)
  if (!body.ok) return body
  // Checks the session again, because it may have ended while the body arrived.
  const still = body.value === undefined ? who : await enter()
  if (!still.ok) return still
  const proven =
    endpoint.confirms === true ? requireRecentConfirmation(core, (still.value as StaffSession).live) : ok(true)
  if (!proven.ok) return proven
  return ok({
    ...still.value,
    request,
    address,
    params: params?.data ?? {},
    query: query?.data ?? {},
    body: body.value,
  } as EndpointRequest<Endpoint>)
}

/** Lookups of callers by their credentials. */
type Entrance = {
  readonly guard: SessionGuard
  /** lookup of door links */
  readonly door: FindDoorLink
  readonly bearer: ReturnType<typeof createTokenBearerFinder>
}

type Caller = {
  readonly request: Request
  readonly address: string | undefined
  /** `form` in the URL, for door links */
  readonly form: string | undefined
}

/**
 * Finds the caller; null when the endpoint is public. Refuses like `guard.staff`, `guard.citizen`,
 * `createTokenBearerFinder` and `FindDoorLink`, and with access.forbidden.
 */
async function findCaller(
  { guard, door, bearer }: Entrance,
  endpoint: Endpoint,
  { request, address, form }: Caller,
): Promise<Result<StaffSession | TokenBearer | DoorCaller | { readonly visit: Visit } | null>> {
  const { access } = endpoint
  if (access.kind === 'public' || access.kind === 'sender') return ok(null)
  if (access.kind === 'token') return bearer(request, access.scope, address)
  if (access.kind === 'citizen') {
    const visit = await guard.citizen(request)
    return visit.ok ? ok({ visit: visit.value }) : visit
  }
  const linked = access.kind === 'door' ? await door(request, form, address) : undefined
  if (linked !== undefined) return linked.ok ? ok({ keeper: { kind: 'link', ...linked.value } }) : linked
  const staff = await guard.staff(request)
  if (!staff.ok) return staff
  if (!mayCallEndpoint(staff.value.live.session, endpoint)) return refuse('access.forbidden')
  if (!meetsAccessRule(access, actorOfUser(staff.value.user))) return refuse('access.forbidden')
  return access.kind === 'door' ? ok({ ...staff.value, keeper: { kind: 'staff', user: staff.value.user } }) : staff
}

async function readBody(
  request: Request,
  core: Core,
  { body, ownBody, maxBytes, convention }: Endpoint,
): Promise<Result<unknown>> {
  if (body === undefined || ownBody === true) return ok(undefined)
  const limit = maxBytes ?? core.tuning.smallBodyBytes
  if (convention !== 'callable') return readParsedBody(core, request, limit, body)
  const result = await readParsedBody(core, request, limit, z.object({ data: body }))
  return result.ok ? ok(result.value.data) : result
}

/** For tests: checks the reply against the endpoint's schema. */
function checkReply(endpoint: Endpoint, value: unknown): void {
  if (typeof endpoint.reply === 'string')
    throw new Error(`${endpoint.path} replies ${endpoint.reply}, and gave a value`)
  endpoint.reply.parse(JSON.parse(JSON.stringify(value)))
}

/** Error statuses of Firebase's callable-function protocol, by HTTP status. */
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
  503: 'UNAVAILABLE',
}

/**
 * A refusal. For callable functions it has the fields of their convention, and also `code`, so that our client reads
 * all refusals alike.
 */
export function buildEndpointRefusal(
  { convention, messages }: Pick<Endpoint, 'messages'> & { readonly convention?: Endpoint['convention'] | undefined },
  problem: Problem,
): Response {
  const { code, details } = problem
  if (convention !== 'callable') return buildRefusalResponse(problem)
  const status = toHttpStatus(code)
  const error = {
    status: STATUS_WORDS[status] ?? 'INTERNAL',
    message: messages?.[code] ?? code,
    code,
    details: { ...details, code },
  }
  return Response.json({ error }, { status, headers: { ...NO_STORE_HEADERS, ...buildRetryAfterHeader(problem) } })
}

/** Reply with an ETag, a hash of the text, for other systems that poll. */
async function buildTaggedReply(request: Request, value: unknown): Promise<Response> {
  const text = JSON.stringify(value)
  const etag = `"${await sha256Hex(text)}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((item) => item.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } })
}
