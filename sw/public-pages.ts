/**
 * Paths and queries for which the public's worker serves the app's page. The status page always comes from the server.
 */
export const PUBLIC_PAGE_ROUTES = {
  allowlist: [/^\/publico\//],
  denylist: [/^\/publico\/consultar-estado\/?(?:\?|$)/],
}
