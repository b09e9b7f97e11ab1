/** Addresses that other sites may frame (part 3, point 2): limited views, without navigation or ways elsewhere. */
const FRAMED = /^\/(?:cis|respuesta\/enviada)(?:\/|$)/
const INSIDE = /^\/cis\/(?:contestar|ver|editar)\//

/** Whether this page is one of those. */
export function isFramed(): boolean {
  return FRAMED.test(location.pathname)
}

/** Whether another page is around this one, also around a public form: a page that no site may frame opens over it. */
export function isInFrame(): boolean {
  return window.top !== window
}

/** Whether a link may be shown there. */
export function leadsInside(href: string | undefined): boolean {
  return INSIDE.test(href ?? '')
}
