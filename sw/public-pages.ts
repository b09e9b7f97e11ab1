/**
 * Paths and queries for which the public's worker serves the app's page. The pages of the state of an answer and of a
 * municipality's forms always come from the server.
 */
export const PUBLIC_PAGE_ROUTES = {
  allowlist: [/^\/publico\//],
  denylist: [/^\/publico\/(?:consultar-estado\/?(?:\?|$)|formularios(?:[/?]|$))/],
}
