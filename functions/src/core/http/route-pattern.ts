import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** Pattern of requests that no route answers. */
const UNMATCHED = 'unmatched'
/** Hono's method of middleware, which runs for all methods. */
const MIDDLEWARE = 'ALL'

/**
 * Pattern of the route that answers this request, or would have answered it if it had been admitted:
 * `/api/answers/:id`. Never the path itself, which may contain ids, codes and tokens of people. Regular expressions of
 * parameters are left out.
 */
export function readRoutePattern(c: Context): string {
  const routes = matchedRoutes(c)
  const reached = routes[c.req.routeIndex]
  const route =
    reached?.method === MIDDLEWARE
      ? routes.find(({ method }, index) => index > c.req.routeIndex && method !== MIDDLEWARE)
      : reached
  return route === undefined ? UNMATCHED : route.path.split('/').map(dropExpression).join('/')
}

/** Drops the expression of a parameter: `{[0-9a-f]{32}}` in `:id{[0-9a-f]{32}}`. */
function dropExpression(segment: string): string {
  return segment.split('{')[0] ?? ''
}
