import type { Problem } from '#domain/kernel/index.ts'
import { retryAfterHeader, toHttpStatus } from '../http/problems.ts'
import { allowFramers, NO_STORE, securityHeaders } from '../http/security-headers.ts'
import { escapeHtml } from './escaped.ts'
import { failureMessages } from './messages.ts'
import { plainPageHtml } from './plain-page.ts'
import { negotiateLanguage } from './reader-language.ts'

/** Page about an unexpected failure or an overload, with the reference by which an operator finds it in the log. */
export function failedPage(request: Request, problem: Problem, isSecure: boolean): Response {
  const language = negotiateLanguage(request.headers.get('accept-language') ?? '')
  const messages = failureMessages(language)
  const text = problem.code === 'server.busy' ? messages.busy : messages.failed
  const reference = formatReference(problem, language)
  const main = `<h1>${escapeHtml(messages.title)}</h1>
      <p role="alert">${escapeHtml(text)}</p>
      ${reference === '' ? '' : `<p>${escapeHtml(reference)}</p>`}`
  const headers = {
    ...allowFramers(securityHeaders(isSecure), []),
    ...NO_STORE,
    ...retryAfterHeader(problem),
    'content-type': 'text/html; charset=utf-8',
  }
  return new Response(plainPageHtml({ language, title: messages.title, main }), {
    status: toHttpStatus(problem.code),
    headers,
  })
}

/** @returns `Reference: 1a2b3c4d5e6f`; empty for a problem without one */
export function formatReference({ details }: Problem, language: string): string {
  const id = details?.['id']
  return typeof id === 'string' ? failureMessages(language).reference(id) : ''
}
