/**
 * Paths for which the public's worker serves the app's page. The pages for an answer's state and for a municipality's
 * forms always come from the server.
 */
export const PUBLIC_PAGE_ROUTES = {
  allowlist: [/^\/publico\//],
  denylist: [/^\/publico\/(?:consultar-estado\/?(?:\?|$)|formularios(?:[/?]|$))/],
}
