/** Paths of limited views without navigation, which other sites may frame (part 3, point 2). */
const FRAMED = /^\/(?:cis|respuesta\/enviada)(?:\/|$)/
const FRAME_SCREENS = /^\/cis\/(?:contestar|ver|editar)\//

/** Whether this page is a limited view for frames. */
export function isFramedView(): boolean {
  return FRAMED.test(location.pathname)
}

/**
 * Whether this page is in a frame: a limited view (`isFramedView`) or a framed public form. Other pages must then be
 * opened in their own tab.
 */
export function isInFrame(): boolean {
  return window.top !== window
}

/** Whether a link leads to a screen that is shown inside the frame. */
export function isFrameScreenLink(href: string | undefined): boolean {
  return FRAME_SCREENS.test(href ?? '')
}
