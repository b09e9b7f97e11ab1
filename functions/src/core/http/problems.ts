import type { Problem, ProblemCode, ProblemDetails } from '#domain/kernel/index.ts'

/** HTTP status of refused requests. Refusals of single mutations are sent with status 200. */
const STATUS_BY_CODE: Partial<Readonly<Record<ProblemCode, number>>> = {
  'request.malformed': 400,
  'request.unsupported-protocol': 400,
  'session.token-invalid': 400,
  'password.too-short': 422,
  'session.required': 401,
  'session.ended': 401,
  'session.other-account': 401,
  'session.bad-credentials': 401,
  'session.sso-failed': 400,
  'session.second-step': 401,
  'session.step-over': 400,
  'session.confirm-required': 403,
  'session.no-user-record': 403,
  'session.no-areas': 403,
  'session.deactivated': 403,
  'access.forbidden': 403,
  'request.cross-site': 403,
  'municipality.blocked': 403,
  'country.blocked': 403,
  'request.not-found': 404,
  'template.missing': 404,
  'template.version-unknown': 404,
  'answer.missing': 404,
  'answer.not-of-citizen': 404,
  'answer.work-begun': 409,
  'answer.nothing-asked': 422,
  'portal.login-failed': 401,
  'portal.unreachable': 502,
  'file.missing': 404,
  'payment.missing': 404,
  'ticket.missing': 404,
  'ticket.not-valid': 409,
  'door.required': 401,
  'door.ended': 401,
  'payment.open': 409,
  'payment.already-paid': 409,
  'payment.sold-out': 409,
  'payment.account-in-use': 409,
  'payment.day-closed': 409,
  'payment.price-changed': 409,
  'payment.form-changed': 409,
  'payment.changes-price': 409,
  'payment.failed': 502,
  'record.missing': 404,
  'place.missing': 404,
  'place.exists': 409,
  'place.name-taken': 409,
  'place.key-taken': 409,
  'settings.not-yours': 403,
  'user.missing': 404,
  'area.missing': 404,
  'answer.not-deleted': 409,
  'answer.too-late': 410,
  'held.already-decided': 409,
  'user.exists': 409,
  'user.email-taken': 409,
  'user.changed-meanwhile': 409,
  'area.only-one-of-users': 409,
  'area.being-deleted': 409,
  'template.conflict': 409,
  'template.exists': 409,
  'connector.incident-type-exists': 409,
  'token.required': 401,
  'token.ended': 401,
  'token.scope': 403,
  'token.missing': 404,
  'webhook.missing': 404,
  'webhook.off': 409,
  'template.deleted': 410,
  'request.too-large': 413,
  'file.too-large': 413,
  'pdf.too-large': 413,
  'answer.too-large': 413,
  'request.too-many': 429,
  'session.throttled': 429,
  'server.failed': 500,
  'pdf.failed': 500,
  'connector.not-configured': 501,
  'mail.not-configured': 501,
  'copy.not-configured': 501,
  'pdf.not-configured': 501,
  'connector.areas-failed': 502,
  'connector.identifiers-failed': 502,
  'booking.failed': 502,
  'incident.failed': 502,
  'user.check-failed': 502,
  'citizen.search-failed': 502,
  'citizen.create-failed': 502,
  'citizen.other-found': 409,
  'citizen.settled': 409,
  'connector.incident-type-failed': 502,
  'connector.agendas-failed': 502,
  'map.tile-missing': 404,
  'map.tile-failed': 502,
  'map.download-not-allowed': 403,
  'map.geocode-failed': 502,
  'server.busy': 503,
}
/** Default status, for a well-formed request that cannot be accepted. */
const UNPROCESSABLE = 422

export function toHttpStatus(code: ProblemCode): number {
  return STATUS_BY_CODE[code] ?? UNPROCESSABLE
}

/** Format of every refusal, `{ error: { code, details? } }`; screens provide the text for users. */
export function buildRefusalResponse(problem: Problem): Response {
  return Response.json(
    { error: problem },
    {
      status: toHttpStatus(problem.code),
      headers: { 'cache-control': 'no-store', ...buildRetryAfterHeader(problem), ...authenticateHeader(problem) },
    },
  )
}

export function buildRefusalResponseForCode(code: ProblemCode, details?: ProblemDetails): Response {
  return buildRefusalResponse(details === undefined ? { code } : { code, details })
}

/** Header by RFC 6750 that asks for a valid token. */
function authenticateHeader({ code }: Problem): Readonly<Record<string, string>> {
  if (code === 'token.required') return { 'www-authenticate': 'Bearer' }
  return code === 'token.ended' ? { 'www-authenticate': 'Bearer error="invalid_token"' } : {}
}

/** Header with the seconds to wait, for devices and proxies. */
export function buildRetryAfterHeader({ details }: Problem): Readonly<Record<string, string>> {
  const seconds = details?.['seconds']
  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}
