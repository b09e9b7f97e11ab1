/** Addresses that other sites may frame (part 3, point 2): limited views without navigation. */
const FRAMED = /^\/(?:cis|respuesta\/enviada)(?:\/|$)/
const INSIDE = /^\/cis\/(?:contestar|ver|editar)\//

/** Returns whether this page is one of them. */
export function isFramed(): boolean {
  return FRAMED.test(location.pathname)
}

/**
 * Returns whether this page is in a frame, including public forms: pages that may not be framed open in their own tab.
 */
export function isInFrame(): boolean {
  return window.top !== window
}

/** Returns whether a link may be shown in a frame. */
export function leadsInside(href: string | undefined): boolean {
  return INSIDE.test(href ?? '')
}
