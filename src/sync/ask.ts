import {
  buildEndpointPath,
  type RequestSender,
  type Endpoint,
  type InputOf,
  type AnyReplyOf,
} from '#domain/endpoints/index.ts'
import { ACCOUNT_BLOCKING_PROBLEMS } from '#domain/sync/index.ts'
import { z } from 'zod'
import { createReplyParser, type HttpReply, type RequestSpec, type Transport } from './transport.ts'

/**
 * Creates a function that sends requests to endpoints. Treats a reply that does not match the schema as not from our
 * server.
 */
export function createSender(transport: Transport): RequestSender {
  return async (endpoint, input, signal) =>
    transport.send(
      { ...buildRequest(endpoint, input), signal },
      (reply) => parseReply(endpoint, reply) as AnyReplyOf<typeof endpoint> | undefined,
    )
}

/**
 * Creates a sender like `createSender`. Also calls `onSessionRefused` when the server refuses the session or account.
 */
export function createObservedSender(transport: Transport, onSessionRefused: () => void): RequestSender {
  const ask = createSender(transport)
  return async (endpoint, input, signal) => {
    const outcome = await ask(endpoint, input, signal)
    const isOver =
      outcome.kind === 'sign-in' ||
      (outcome.kind === 'refused' && ACCOUNT_BLOCKING_PROBLEMS.includes(outcome.problem.code))
    if (isOver) onSessionRefused()
    return outcome
  }
}

/** Builds the request of an endpoint, for callers that read the reply themselves. */
export function buildRequest<const E extends Endpoint>(endpoint: E, requestedInput: InputOf<E>): RequestSpec {
  const input = requestedInput as Readonly<Record<string, unknown>>
  const { method, convention, refusals = {} }: Endpoint = endpoint
  const sent = { method, path: buildEndpointPath(endpoint, input), answers: Object.keys(refusals).map(Number) }
  const { body } = input
  if (body instanceof Uint8Array)
    return { ...sent, headers: { 'content-type': 'application/octet-stream' }, body: body as Uint8Array<ArrayBuffer> }
  if (endpoint.body === undefined) return sent
  return {
    ...sent,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(convention === 'callable' ? { data: body ?? null } : body),
  }
}

function parseReply({ reply, refusals, convention }: Endpoint, httpReply: HttpReply): unknown {
  const refusal = refusals?.[httpReply.status as 409 | 422]
  if (refusal !== undefined) return createReplyParser(refusal)(httpReply)
  if (reply === 'nothing') return httpReply.status === 204 ? null : undefined
  if (reply === 'stream') throw new Error('A stream is read by the caller that opens it')
  return convention === 'callable'
    ? createReplyParser(z.object({ result: reply }))(httpReply)?.result
    : createReplyParser(reply)(httpReply)
}
