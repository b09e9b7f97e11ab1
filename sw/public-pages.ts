/** By path and query, what the public's worker answers with the app's page. The status page is always the server's. */
export const PUBLIC_PAGES = {
  allowlist: [/^\/publico\//],
  denylist: [/^\/publico\/consultar-estado\/?(?:\?|$)/],
}
