import { z } from 'zod'
import { API, type Endpoint } from '#domain/endpoints/index.ts'

export type Route = {
  readonly method: string
  readonly path: string
  /** only those who hold a right of the specification get as far as the body */
  readonly forAuthors: boolean
  /** anything well-formed is good enough */
  readonly takesAnything: boolean
}

/**
 * Every route of the API that is posted or put to, as it comes.
 * @param named what stands for the parameters of a path; otherwise a form that there is
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
