import { z } from 'zod'
import { API, type Endpoint } from '#domain/endpoints/index.ts'

export type Route = {
  readonly method: string
  readonly path: string
  /** whether only users with a right of the specification get past the permission check */
  readonly forAuthors: boolean
  /** whether any well-formed body is accepted */
  readonly takesAnything: boolean
}

/**
 * Every POST and PUT route of the API.
 * @param named values of path parameters; default: an existing form
 */
export function changingRoutes(named: (path: string) => string = () => 'nota'): readonly Route[] {
  const endpoints: readonly Endpoint[] = Object.values(API)
  return endpoints
    .filter(({ method }) => method === 'POST' || method === 'PUT')
    .map(({ method, path, access, body }) => ({
      method,
      path: `/api${path.replaceAll(/:\w+/g, () => named(path))}`,
      forAuthors: access.kind === 'right',
      takesAnything: body instanceof z.ZodUnknown,
    }))
}
