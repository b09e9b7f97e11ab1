import { Hono } from 'hono'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../../context.ts'
import { readBodyBytes } from '../../http/body.ts'
import { refusalResponseForCode, retryAfterHeader, toHttpStatus } from '../../http/problems.ts'
import { isSameSite } from '../../http/same-site.ts'
import { allowFramers, securityHeaders } from '../../http/security-headers.ts'
import { NO_STORE } from '../../http/security-headers.ts'
import { MAX_CODE_LENGTH, statusPage, type StatusView } from '../status-page.ts'
import { findStatus, type StatusQuery } from '../find-status.ts'
import type { PagesPace } from './public.ts'

const PATH = '/publico/consultar-estado'
/** Maximum bytes of a form with three short fields, with up to nine characters per encoded letter. */
const MAX_BYTES = 4 * 1024
const MAX_PROOF_LENGTH = 300
const NOTHING: StatusQuery = { code: '', fact: '', proof: '' }

/**
 * Page with the state of an answer (part 3, points 2 and 5), which works without script. Uses POST, so that no code is
 * in a URL, a history or a log.
 */
export function publicStatus(core: Core, pace: PagesPace): Hono {
  const { options, bodies, disk } = core
  const pages = new Hono()
  const headers = {
    ...allowFramers(securityHeaders(options.secureCookies), []),
    'content-type': 'text/html; charset=utf-8',
    ...NO_STORE,
  }
  const page = (request: Request, asked: StatusQuery, found: StatusView['found']): Response => {
    const view = { ...asked, solved: asked.proof !== '', found }
    const refused = found?.ok === false ? found.problem : undefined
    return new Response(statusPage(request.headers.get('accept-language') ?? '', view), {
      status: refused === undefined ? 200 : toHttpStatus(refused.code),
      headers: { ...headers, ...(refused === undefined ? {} : retryAfterHeader(refused)) },
    })
  }

  pages.get(PATH, (c) => {
    const paced = pace(options.addressOf?.(c.req.raw, c.env))
    return page(c.req.raw, NOTHING, paced.ok ? undefined : paced)
  })
  pages.post(PATH, async (c) => {
    const request = c.req.raw
    const address = options.addressOf?.(request, c.env)
    if (!isSameSite(request, options.origins)) return refusalResponseForCode('request.cross-site')
    const paced = pace(address)
    if (!paced.ok) return page(request, NOTHING, paced)
    try {
      const asked = await readStatusQuery(core, request)
      if (!asked.ok) return page(request, NOTHING, asked)
      return page(request, asked.value, await findStatus(core, asked.value, address))
    } finally {
      bodies.release(request)
      disk.release(request)
    }
  })
  return pages
}

/** Refuses with request.malformed and request.too-large. */
async function readStatusQuery(core: Core, request: Request): Promise<Result<StatusQuery>> {
  const body = await readBodyBytes(core, request, MAX_BYTES)
  if (!body.ok) return body
  const fields = new URLSearchParams(new TextDecoder().decode(body.value))
  const of = (name: string): string => fields.get(name) ?? ''
  const asked = { code: of('code'), fact: of('fact'), proof: of('proof') }
  const isShort = asked.code.length <= MAX_CODE_LENGTH && asked.fact.length <= MAX_CODE_LENGTH
  return isShort && asked.proof.length <= MAX_PROOF_LENGTH ? ok(asked) : refuse('request.malformed')
}
