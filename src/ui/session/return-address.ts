/**
 * Returns the address to open after signing in, which is always a path of this app.
 * @param wanted untrusted text from the URL
 */
export function getReturnAddress(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[^\s\\]*$/.test(wanted)) return '/home'
  return wanted.startsWith('/login') ? '/home' : wanted
}
