const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Does a changing request come from our own pages? A second lock: `SameSite=Lax` already keeps the cookie from most
 * foreign requests.
 *
 *     method safe                            yes
 *     Sec-Fetch-Site other than same-origin  no
 *     Origin there                           when it is ours
 *     no Origin, a cookie                    no: every browser that we support sends one
 *     no Origin, no cookie                   yes: a program, with no session to abuse
 *
 * @param origins those that the host configured; empty: the Host that the request names
 */
export function isSameSite(request: Request, origins: readonly string[]): boolean {
  if (SAFE_METHODS.has(request.method)) return true
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const origin = request.headers.get('origin')
  if (origin === null) return request.headers.get('cookie') === null
  if (origins.length > 0) return origins.includes(origin)
  const host = request.headers.get('host') ?? hostOf(request.url)
  // Browsers write it without a path; a whole URL parsed for every push is a fortieth of what a push costs.
  return host !== undefined && origin.replace(/^https?:\/\//, '') === host
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined
}
