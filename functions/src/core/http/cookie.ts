/** The only cookie name that Firebase Hosting passes on to functions. */
const PASSED_ON = '__session'
/** A name that browsers accept only from its own host by https: no other host of the domain can set it. */
const OF_HOST = '__Host-session'
const VALUE = /^[A-Za-z0-9_-]{43}$/

/** `hostCookie`: no proxy in front of this server restricts cookie names */
export type CookieOptions = { readonly secureCookies: boolean; readonly hostCookie?: boolean }

function nameFor({ secureCookies, hostCookie = false }: CookieOptions): string {
  return hostCookie && secureCookies ? OF_HOST : PASSED_ON
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
export function sessionCookie(id: string, maxAge: number, options: CookieOptions): string {
  const secure = options.secureCookies ? '; Secure' : ''
  return `${nameFor(options)}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}

export function clearedCookie(options: CookieOptions): string {
  return sessionCookie('', 0, options)
}
