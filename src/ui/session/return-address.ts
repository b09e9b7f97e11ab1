/** The address to return to after signing in, one of our own. @param wanted from the address bar: it can be anything */
export function returnAddress(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[^\s\\]*$/.test(wanted)) return '/home'
  return wanted.startsWith('/login') ? '/home' : wanted
}
