import { Hono } from 'hono'
import type { PublicForm } from '#domain/documents/index.ts'
import { ok, refuse, templateIdSchema, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { statusOf } from '../http/problems.ts'
import { framedBy, securityHeaders } from '../http/security-headers.ts'
import { NO_STORE, type Handlers } from '../http/serve.ts'
import { findPublicForm, publicLooksOf } from '../pages/find-public-form.ts'
import { branded, publicPage, type PublicLooks } from '../pages/public-page.ts'

/** What is asked without an account. */
export function publicHandlers({ ports: { store } }: Core): Handlers<'readPublicForm'> {
  return {
    readPublicForm: ({ params }) => findPublicForm(store, params.id),
  }
}

/** The specification's addresses of the same confirmation for those who come from a portal, or go on to a booking (part 3, points 2 and 7). */
const CITIZEN_SAVED = [
  '/ciudadano/guardado/:id/:code',
  '/ciudadano/guardado/:id/:code/:citizenId',
  '/ciudadano/guardado/:id/:code/:citizenId/:useAWS{true|false}',
]

/** The pages of the public, by the specification's addresses. No session is looked at: whoever opens one is the public there. */
export function publicPages({ ports: { store }, options }: Core): Hono {
  const pages = new Hono()
  const secure = securityHeaders(options.secureCookies)
  const always = {
    'content-type': 'text/html; charset=utf-8',
    // Whether it may be answered is another thing a minute later; the worker keeps the page that has nothing of a form in it.
    'cache-control': 'no-cache',
  }

  const page = async (form: Result<PublicForm> | undefined, looks: PublicLooks | undefined): Promise<Response> => {
    const shell = await options.publicShell?.()
    if (shell === undefined) return new Response('The app has not been built yet: npm run build\n', { status: 503 })
    const status = form === undefined || form.ok ? 200 : statusOf(form.problem.code)
    const headers = { ...framedBy(secure, looks?.framers ?? []), ...always }
    return new Response(branded(form === undefined ? shell : publicPage(shell, form), looks), { status, headers })
  }

  pages.get('/publico/contestar/:id', async (c) => {
    const id = templateIdSchema.safeParse(c.req.param('id'))
    if (!id.success) return page(refuse('template.missing'), undefined)
    const [found, looks] = await Promise.all([findPublicForm(store, id.data), publicLooksOf(store, id.data)])
    return page(found.ok ? ok(found.value.form) : found, looks)
  })
  // What became of an answer only the device knows that sent it.
  pages.get('/publico/guardado/:id/:code', async (c) => {
    const id = templateIdSchema.safeParse(c.req.param('id'))
    return page(undefined, id.success ? await publicLooksOf(store, id.data) : undefined)
  })
  // Who the citizen is and in which cloud they lie goes no further than here: an id in an address proves nothing, and would stay in the history of a device that others use.
  for (const path of CITIZEN_SAVED)
    pages.get(path, async (c) => {
      const id = templateIdSchema.safeParse(c.req.param('id'))
      if (!id.success) return page(refuse('template.missing'), undefined)
      const location = `/publico/guardado/${encodeURIComponent(id.data)}/${encodeURIComponent(c.req.param('code') ?? '')}`
      const headers = { ...secure, ...NO_STORE, 'referrer-policy': 'no-referrer', location }
      return new Response(null, { status: 302, headers })
    })
  return pages
}
