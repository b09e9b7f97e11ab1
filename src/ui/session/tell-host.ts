import { useEffect, useRef } from 'react'
import type { AnswerId } from '#domain/kernel/index.ts'

/** A message to the page that contains the frame. Times are in milliseconds, heights in CSS pixels. */
export type FramingPageMessage =
  | {
      readonly type: 'answer-saved'
      readonly answerId: AnswerId
      readonly docCode: string | undefined
      readonly timestamp: number
    }
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'section'; readonly section: number }

/**
 * Sends a message to the framing page, if its origin is a site that the municipality allows. The server writes these
 * sites into the page.
 */
export function notifyFramingPage(message: FramingPageMessage): void {
  if (window.parent === window) return
  const origin = getHostOrigin()
  const named = document.querySelector('meta[name="relevo-framers"]')?.getAttribute('content') ?? ''
  if (origin !== undefined && named.split(' ').some((site) => isOriginOfSite(site, origin)))
    window.parent.postMessage(message, origin)
}

/** Notifies the framing site once that the server has received an answer, with its code if it may be shown. */
export function useReportSaved(answerId: AnswerId, docCode: string | undefined, hasArrived: boolean): void {
  const reported = useRef<AnswerId>(undefined)
  useEffect(() => {
    if (!hasArrived || reported.current === answerId) return
    reported.current = answerId
    notifyFramingPage({ type: 'answer-saved', answerId, docCode, timestamp: Date.now() })
  }, [answerId, docCode, hasArrived])
}

/** The origin of the framing page, which is the referrer in browsers without `ancestorOrigins`. */
function getHostOrigin(): string | undefined {
  const { ancestorOrigins } = location as Partial<Location>
  const around =
    ancestorOrigins?.[0] ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined)
  return around === 'null' ? undefined : around
}

/**
 * Whether an origin matches a site as in a `frame-ancestors` directive: `https://*.example.org` matches any subdomain.
 */
function isOriginOfSite(site: string, origin: string): boolean {
  if (!site.includes('*')) return site === origin
  const [scheme = '', host = ''] = site.split('*')
  return origin.startsWith(scheme) && origin.endsWith(host) && origin.length > scheme.length + host.length
}
