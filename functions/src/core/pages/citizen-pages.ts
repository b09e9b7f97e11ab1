import { Hono } from 'hono'
import type { Core } from '../context.ts'
import { framedBy, securityHeaders } from '../http/security-headers.ts'
import { NO_STORE } from '../http/security-headers.ts'

/** The specification's addresses (part 3, point 2), as a citizen gets them and as they are once their token is used. */
const ADDRESSES = [
  '/ciudadano/contestar/:id/:token?',
  '/ciudadano/revision/:id/:token?',
  '/ciudadano/ver/:id/:citizenId?',
  '/ciudadano/formularios/respuestas/:token?',
  '/ciudadano/guardado/:id/:code',
]

/**
 * The pages of citizens from the portal: one file for every address. Nothing of an address is looked at here, so that a
 * mere opening of a link (a mail scanner, a preview) uses up no token and learns nothing; the page exchanges it by
 * POST. No one frames them, and no one keeps them.
 */
export function citizenPages({ options }: Pick<Core, 'options'>): Hono {
  const pages = new Hono()
  const headers = {
    ...framedBy(securityHeaders(options.secureCookies), []),
    ...NO_STORE,
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
  // Any other address of theirs is a page as well, which says that it was not found.
  for (const address of ['/ciudadano', '/ciudadano/*']) pages.get(address, () => page(404))
  return pages
}
