import type { z } from 'zod'
import type { Access } from '../access/index.ts'
import type { ProblemCode } from '../kernel/problem.ts'
import type { NudgeTopic } from '../nudges/topics.ts'

/** What a reply is about: an act, or the server's word that there is news of it, makes what is shown of it stale. */
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

/** One thing to ask of the server, as data: route, client, screens, tests and the API's description are made of it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** below `/api`, with parameters as `:name` */
  readonly path: `/${string}`
  /** who may ask at all; of the document that it is about, the handler asks `can` */
  readonly access: Access
  readonly params?: z.ZodType<Readonly<Record<string, unknown>>>
  /** what is said of parameters that name nothing of ours; request.not-found where it is not given */
  readonly missing?: ProblemCode
  readonly query?: z.ZodType<Readonly<Record<string, unknown>>>
  /** of the JSON that is sent */
  readonly body?: z.ZodType
  /** the server's handler reads the body itself: it asks something first, or has more to say of what it refuses */
  readonly ownBody?: true
  /** bytes that a body may have, where it is more than a small one */
  readonly mostBytes?: number
  /** `nothing`: 204; `stream`: bytes or events, which no screen asks for by `ask` */
  readonly reply: z.ZodType | 'nothing' | 'stream'
  /** refusals that say more than a problem, by status */
  readonly refusals?: Readonly<Partial<Record<409 | 422, z.ZodType>>>
  /** `callable`: `{ data }` is sent and `{ result }` comes back (part 1, point 7) */
  readonly convention?: 'callable'
  /** what the specification has a call say in `message` of its refusals; a problem's code where it says nothing */
  readonly messages?: Readonly<Partial<Record<ProblemCode, string>>>
  readonly topic?: Topic
  /** what it replies never changes: a page asks once */
  readonly lasting?: true
  /**
   * which posts and puts go on when the server's disk is nearly full: those that sign in, or that read and store
   * nothing to speak of. All others wait; gets and deletes go on anyway
   */
  readonly always?: 'signs in' | 'reads'
  /** what it makes outlives the session: all that signing in takes was just shown, else session.confirm-required */
  readonly confirms?: true
  /** one line for readers of the API's description */
  readonly summary: string
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : Readonly<Record<never, never>>
type InputPart<S> = S extends z.ZodType ? z.input<S> : Readonly<Record<never, never>>

export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined

/** What is asked with: parameters and query by their names, and the body where there is one. */
export type InputOf<E extends Endpoint> = InputPart<E['params']> &
  InputPart<E['query']> &
  (E['body'] extends z.ZodType ? { readonly body: z.input<E['body']> } : unknown)

/** What a handler gives, and a screen gets. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : null

/** Beside the reply: refusals that say more than a problem. */
export type ToldOf<E extends Endpoint> =
  | ReplyOf<E>
  | (E['refusals'] extends Readonly<Record<number, infer S>> ? (S extends z.ZodType ? z.output<S> : never) : never)

/**
 * The path below the server's root with its parameters filled in. Input that the path does not name is the query;
 * nothing is sent for undefined.
 */
export function addressOf(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): string {
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

/** Where files are sent by the tus protocol, which is no endpoint: it has verbs and replies of its own. */
export const UPLOADS_PATH = '/api/uploads'
