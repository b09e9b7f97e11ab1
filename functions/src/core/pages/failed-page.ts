import type { Problem } from '#domain/kernel/index.ts'
import { buildRetryAfterHeader, toHttpStatus } from '../http/problems.ts'
import { allowFramingSites, NO_STORE_HEADERS, buildSecurityHeaders } from '../http/security-headers.ts'
import { escapeHtml } from './escaped.ts'
import { buildFailureMessages } from './messages.ts'
import { renderPlainPage } from './plain-page.ts'
import { negotiateLanguage } from './reader-language.ts'

/** Page about an unexpected failure or an overload, with the reference by which an operator finds it in the log. */
export function buildFailurePage(request: Request, problem: Problem, isSecure: boolean): Response {
  const language = negotiateLanguage(request.headers.get('accept-language') ?? '')
  const messages = buildFailureMessages(language)
  const text = problem.code === 'server.busy' ? messages.busy : messages.failed
  const reference = formatFailureReference(problem, language)
  const main = `<h1>${escapeHtml(messages.title)}</h1>
      <p role="alert">${escapeHtml(text)}</p>
      ${reference === '' ? '' : `<p>${escapeHtml(reference)}</p>`}`
  const headers = {
    ...allowFramingSites(buildSecurityHeaders(isSecure), []),
    ...NO_STORE_HEADERS,
    ...buildRetryAfterHeader(problem),
    'content-type': 'text/html; charset=utf-8',
  }
  return new Response(renderPlainPage({ language, title: messages.title, main, isReply: true }), {
    status: toHttpStatus(problem.code),
    headers,
  })
}

/** @returns `Reference: 1a2b3c4d5e6f`; empty for a problem without one */
export function formatFailureReference({ details }: Problem, language: string): string {
  const id = details?.['id']
  return typeof id === 'string' ? buildFailureMessages(language).reference(id) : ''
}
