/** Addresses that other sites may show in a frame (part 3, point 2): limited views, without navigation and without whatever leads elsewhere. */
const FRAMED = /^\/(?:cis|respuesta\/enviada)(?:\/|$)/
const INSIDE = /^\/cis\/(?:contestar|ver|editar)\//

/** Whether this page is one of those. */
export function isFramed(): boolean {
  return FRAMED.test(location.pathname)
}

/** Whether a link may be shown there. */
export function leadsInside(href: string | undefined): boolean {
  return INSIDE.test(href ?? '')
}
