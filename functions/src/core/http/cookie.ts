/** The only cookie name that Firebase Hosting passes on to functions. */
const HOSTING_COOKIE = '__session'
/** Cookie name that only this host can set, and only by https; other hosts of the domain cannot. */
const HOST_COOKIE = '__Host-session'
const VALUE = /^[A-Za-z0-9_-]{43}$/

/** `hostCookie`: use the `__Host-` name; false behind a proxy that restricts cookie names. */
export type CookieOptions = { readonly secureCookies: boolean; readonly hostCookie?: boolean }

function nameFor({ secureCookies, hostCookie = false }: CookieOptions): string {
  return hostCookie && secureCookies ? HOST_COOKIE : HOSTING_COOKIE
}

/** @returns the session id of the request, or undefined when missing or malformed */
export function readSessionCookie(header: string | null, options: CookieOptions): string | undefined {
  if (header === null) return undefined
  const begin = `${nameFor(options)}=`
  for (const pair of header.split(';')) {
    const trimmed = pair.trim()
    if (!trimmed.startsWith(begin)) continue
    const value = trimmed.slice(begin.length)
    return VALUE.test(value) ? value : undefined
  }
  return undefined
}

/** @param maxAge seconds */
export function formatSessionCookie(id: string, maxAge: number, options: CookieOptions): string {
  const secure = options.secureCookies ? '; Secure' : ''
  return `${nameFor(options)}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}

export function formatExpiredSessionCookie(options: CookieOptions): string {
  return formatSessionCookie('', 0, options)
}
