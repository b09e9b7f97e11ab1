import type { z } from 'zod'
import type { AccessRule } from '../access/index.ts'
import type { ProblemCode } from '../kernel/problem.ts'
import type { NudgeTopic } from '../nudges/topics.ts'

/** Topic of a reply. Changes by the user, or notifications by the server, invalidate the data of a topic. */
export type Topic =
  | NudgeTopic
  | 'decisions'
  | 'citizens'
  | 'jobs'
  | 'audit'
  | 'places'
  | 'sessions'
  | 'factors'
  | 'users'
  | 'areas'
  | 'requests'
  | 'forms'
  | 'integrations'
  | 'filters'

/** Definition of an endpoint, from which route, client, screens, tests and API description are derived. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** path below `/api`, with parameters as `:name` */
  readonly path: `/${string}`
  /** access condition; handlers check documents with `can` */
  readonly access: AccessRule
  readonly params?: z.ZodType<Readonly<Record<string, unknown>>>
  /** problem to reply if a parameter is invalid; default: request.not-found */
  readonly missing?: ProblemCode
  readonly query?: z.ZodType<Readonly<Record<string, unknown>>>
  /** JSON body */
  readonly body?: z.ZodType
  /** the handler reads the body itself, because it has to check something first or has more specific refusals */
  readonly ownBody?: true
  /** maximum bytes of the body, if larger than usual */
  readonly maxBytes?: number
  /** `nothing`: status 204; `stream`: bytes or events, which the client's `ask` cannot request */
  readonly reply: z.ZodType | 'nothing' | 'stream'
  /** refusals with more data than a problem, by status */
  readonly refusals?: Readonly<Partial<Record<409 | 422, z.ZodType>>>
  /** `callable`: receives `{ data }` and returns `{ result }` (part 1, point 7) */
  readonly convention?: 'callable'
  /** specified texts for `message` of refusals; default: the problem's code */
  readonly messages?: Readonly<Partial<Record<ProblemCode, string>>>
  readonly topic?: Topic
  /** replies never change, so pages request them once */
  readonly lasting?: true
  /** replies fill in a form, so pages that open it again never begin with an earlier reply */
  readonly fresh?: true
  /**
   * for POST and PUT: accepted even when the server's disk is nearly full, because it signs in or only reads. Other
   * posts and puts have to wait; GET and DELETE are always accepted
   */
  readonly always?: 'signs in' | 'reads'
  /**
   * requires a recent full authentication, because the result outlives the session; otherwise session.confirm-required
   */
  readonly confirms?: true
  /** one line for the API description */
  readonly summary: string
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : Readonly<Record<never, never>>
type InputPart<S> = S extends z.ZodType ? z.input<S> : Readonly<Record<never, never>>

export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined

/** Input of a request: parameters and query by name, and the body if there is one. */
export type InputOf<E extends Endpoint> = InputPart<E['params']> &
  InputPart<E['query']> &
  (E['body'] extends z.ZodType ? { readonly body: z.input<E['body']> } : unknown)

/** Reply of an endpoint. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : null

/** Reply, or a refusal with more data than a problem. */
export type AnyReplyOf<E extends Endpoint> =
  | ReplyOf<E>
  | (E['refusals'] extends Readonly<Record<number, infer S>> ? (S extends z.ZodType ? z.output<S> : never) : never)

/**
 * Path below the server's root with parameters filled in. Other input becomes the query; undefined values are omitted.
 */
export function buildEndpointPath(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): string {
  const inPath = new Set<string>()
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(input[name]))
  })
  const query = Object.entries(input)
    .filter(([name, value]) => name !== 'body' && !inPath.has(name) && value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return `/api${path}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** Path of uploads by the tus protocol, which is not an endpoint because it has its own methods and replies. */
export const UPLOADS_PATH = '/api/uploads'
