/** The only cookie name that Firebase Hosting passes on to functions. */
const NAME = '__session'
const VALUE = /^[A-Za-z0-9_-]{43}$/

/** @returns the session id that the request carries, or undefined when there is none or it cannot be one of ours */
export function readSessionCookie(header: string | null): string | undefined {
  if (header === null) return undefined
  for (const pair of header.split(';')) {
    const trimmed = pair.trim()
    if (!trimmed.startsWith(`${NAME}=`)) continue
    const value = trimmed.slice(NAME.length + 1)
    return VALUE.test(value) ? value : undefined
  }
  return undefined
}

/** @param maxAge seconds */
export function sessionCookie(id: string, maxAge: number, secure: boolean): string {
  return `${NAME}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`
}

export function clearedCookie(secure: boolean): string {
  return sessionCookie('', 0, secure)
}
