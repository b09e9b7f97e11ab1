/**
 * Policy of every reply, including the host's static files. Mantine's style attributes need 'unsafe-inline' styles;
 * scripts never do.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' blob: data:",
  // `blob:` for attached videos that are not sent yet
  "media-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  // `'self'` for the editor's preview, which frames our own page
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
].join('; ')

const BASE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), interest-cohort=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Prevents caching of a reply. Also sent with pages of the app, because WebKit keeps a page that was left in memory
 * together with its database transactions, and the next page would then wait for them forever.
 */
export const NO_STORE_HEADERS = { 'cache-control': 'no-store' } as const

/** Forbids all framing, even by our own pages. */
function forbidFraming(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return {
    ...headers,
    'content-security-policy': CONTENT_SECURITY_POLICY.replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
    'x-frame-options': 'DENY',
  }
}

/**
 * Allows framing only by these sites. Removes `x-frame-options`, which cannot list sites.
 * @param framers sources for `frame-ancestors`; if empty, all framing is forbidden
 */
export function allowFramingSites(
  headers: Readonly<Record<string, string>>,
  framers: readonly string[],
): Readonly<Record<string, string>> {
  if (framers.length === 0) return forbidFraming(headers)
  const { 'x-frame-options': _, ...rest } = headers
  const policy = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'self'", `frame-ancestors ${framers.join(' ')}`)
  return { ...rest, 'content-security-policy': policy }
}

/** Headers of the script of the WebAssembly worker (QR codes). Only this worker may run WebAssembly. */
export function allowWasm(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...headers, 'content-security-policy': `${CONTENT_SECURITY_POLICY}; script-src 'self' 'wasm-unsafe-eval'` }
}

/**
 * Headers of every reply.
 * @param secure true behind https; adds HSTS, so that browsers never use http again
 */
export function buildSecurityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return secure ? { ...BASE_HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : BASE_HEADERS
}
