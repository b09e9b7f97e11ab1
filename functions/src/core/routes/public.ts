import { Hono } from 'hono'
import type { PublicForm } from '#domain/documents/index.ts'
import { ok, refuse, templateIdSchema, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { statusOf } from '../http/problems.ts'
import { framedByNobody, securityHeaders } from '../http/security-headers.ts'
import type { Handlers } from '../http/serve.ts'
import { findPublicForm } from '../pages/find-public-form.ts'
import { publicPage } from '../pages/public-page.ts'

/** What is asked without an account. */
export function publicHandlers({ ports: { store } }: Core): Handlers<'readPublicForm'> {
  return {
    readPublicForm: ({ params }) => findPublicForm(store, params.id),
  }
}

/** The pages of the public, by the specification's addresses. No session is looked at: whoever opens one is the public there. */
export function publicPages({ ports: { store }, options }: Core): Hono {
  const pages = new Hono()
  const headers = {
    ...framedByNobody(securityHeaders(options.secureCookies)),
    'content-type': 'text/html; charset=utf-8',
    // Whether it may be answered is another thing a minute later; the worker keeps the page that has nothing of a form in it.
    'cache-control': 'no-cache',
  }

  const page = async (form: Result<PublicForm> | undefined): Promise<Response> => {
    const shell = await options.publicShell?.()
    if (shell === undefined) return new Response('The app has not been built yet: npm run build\n', { status: 503 })
    const status = form === undefined || form.ok ? 200 : statusOf(form.problem.code)
    return new Response(form === undefined ? shell : publicPage(shell, form), { status, headers })
  }

  pages.get('/publico/contestar/:id', async (c) => {
    const id = templateIdSchema.safeParse(c.req.param('id'))
    const found = id.success ? await findPublicForm(store, id.data) : refuse('template.missing')
    return page(found.ok ? ok(found.value.form) : found)
  })
  // What became of an answer only the device knows that sent it.
  pages.get('/publico/guardado/:id/:code', () => page(undefined))
  return pages
}
