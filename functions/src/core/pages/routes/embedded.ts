import { Hono } from 'hono'
import type { Answer } from '#domain/answers/index.ts'
import { answerIdSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Core } from '../../context.ts'
import { allowFramingSites, buildSecurityHeaders, NO_STORE_HEADERS } from '../../http/security-headers.ts'
import type { Store } from '../../ports.ts'
import { formatPublicRefusal } from '../messages.ts'
import { addFramingSites } from '../public-page.ts'
import { negotiateLanguage } from '../reader-language.ts'
import type { PublicPagesRateLimit } from './public.ts'

/**
 * Pages that other sites may frame (part 3, point 2: `/cis/…`, `/respuesta/enviada/…`). The server sends the app's page
 * for these URLs, because static files cannot have a `frame-ancestors` per municipality. Every reply, including
 * refusals and failures, has that header; it allows no site unless the municipality has configured one.
 */
export function createEmbeddedPages({ ports: { store }, options }: Core, pace: PublicPagesRateLimit): Hono {
  const pages = new Hono()
  const secure = buildSecurityHeaders(options.secureCookies)
  const FORBID_FRAMING_HEADERS = Object.entries(allowFramingSites(secure, []))

  const page = async (
    request: Request,
    env: unknown,
    framersOf: () => Promise<readonly string[]>,
  ): Promise<Response> => {
    const limitResult = pace(options.addressOf?.(request, env))
    if (!limitResult.ok)
      return new Response(
        formatPublicRefusal('request.too-many', negotiateLanguage(request.headers.get('accept-language') ?? '')),
        {
          status: 429,
          headers: { 'retry-after': '1' },
        },
      )
    const shell = await options.appShell?.()
    if (shell === undefined) return new Response('The app has not been built yet: npm run build\n', { status: 503 })
    const framers = await framersOf()
    const headers = {
      ...allowFramingSites(secure, framers),
      'content-type': 'text/html; charset=utf-8',
      ...NO_STORE_HEADERS,
    }
    return new Response(addFramingSites(shell, framers), { headers })
  }

  for (const path of ['/cis/*', '/cis', '/respuesta/enviada/*'])
    pages.use(path, async (c, next) => {
      await next()
      if (!c.res.headers.has('content-security-policy'))
        for (const [name, value] of FORBID_FRAMING_HEADERS) c.res.headers.set(name, value)
    })
  pages.get('/cis/contestar/:id', (c) => page(c.req.raw, c.env, () => listFramersOfForm(store, c.req.param('id'))))
  for (const path of ['/cis/ver/:id', '/cis/editar/:id', '/respuesta/enviada/:id/:code'] as const)
    pages.get(path, (c) => page(c.req.raw, c.env, () => listFramersOfAnswer(store, c.req.param('id'))))
  // Other paths below these URLs get status 404, for which the app shows a page.
  for (const path of ['/cis', '/cis/*', '/respuesta/enviada/*'])
    pages.get(path, async (c) => {
      const response = await page(c.req.raw, c.env, async () => [])
      return new Response(response.body, { status: response.ok ? 404 : response.status, headers: response.headers })
    })
  return pages
}

/** The sites that may frame a page about this form; none for an unknown id. */
async function listFramersOfForm(store: Store, id: string): Promise<readonly string[]> {
  const parsed = templateIdSchema.safeParse(id)
  return parsed.success ? readAllowedFramers(store, await store.get(keys.template(parsed.data))) : []
}

/** The sites that may frame a page about an answer; none for an unknown id. */
async function listFramersOfAnswer(store: Store, id: string): Promise<readonly string[]> {
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? readAllowedFramers(store, await store.get(keys.answer(parsed.data))) : []
}

async function readAllowedFramers(
  store: Store,
  document: FormTemplate | Answer | undefined,
): Promise<readonly string[]> {
  const municipality =
    document === undefined ? undefined : await store.get(keys.municipality(municipalityOfDocument(document)))
  return municipality === undefined ? [] : resolveSettings(municipality).frameAncestors
}
