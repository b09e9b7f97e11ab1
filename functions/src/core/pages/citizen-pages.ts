import { Hono } from 'hono'
import type { Core } from '../context.ts'
import { allowFramingSites, buildSecurityHeaders } from '../http/security-headers.ts'
import { NO_STORE_HEADERS } from '../http/security-headers.ts'

/** URLs of the specification (part 3, point 2). A token or citizen id at the end is optional. */
const ADDRESSES = [
  '/ciudadano/contestar/:id/:token?',
  '/ciudadano/revision/:id/:token?',
  '/ciudadano/ver/:id/:citizenId?',
  '/ciudadano/formularios/respuestas/:token?',
  '/ciudadano/guardado/:id/:code',
]

/**
 * Pages of portal citizens. Every URL returns the same file. The page exchanges the token by POST, so that opening a
 * link with a mail scanner or preview does not use the token up. The pages cannot be framed and are not cached.
 */
export function createCitizenPages({ options }: Pick<Core, 'options'>): Hono {
  const pages = new Hono()
  const headers = {
    ...allowFramingSites(buildSecurityHeaders(options.secureCookies), []),
    ...NO_STORE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
  }
  const page = async (status: number): Promise<Response> => {
    const shell = await options.citizenShell?.()
    return shell === undefined
      ? new Response('The app has not been built yet: npm run build\n', { status: status === 200 ? 503 : status })
      : new Response(shell, { status, headers })
  }
  for (const address of ADDRESSES) pages.get(address, () => page(200))
  // Other URLs below `/ciudadano` get the page with status 404.
  for (const address of ['/ciudadano', '/ciudadano/*']) pages.get(address, () => page(404))
  return pages
}
