/** Which addresses the worker of the public answers with the app's page, by path and query. The status page is the server's own, whatever it is asked. */
export const PUBLIC_PAGES = {
  allowlist: [/^\/publico\//],
  denylist: [/^\/publico\/consultar-estado\/?(?:\?|$)/],
}
