/** Public routes (part 3, point 2). `answer`: its code, or its id while it has no code. */
export type PublicRoute =
  | { readonly kind: 'form'; readonly form: string }
  | { readonly kind: 'saved'; readonly form: string; readonly answer: string }
  | { readonly kind: 'nowhere' }

const FORM = /^\/publico\/contestar\/([^/]+)\/?$/
const SAVED = /^\/publico\/guardado\/([^/]+)\/([^/]+)\/?$/

/** The route of a path. @param path percent-encoded, as in `location.pathname` */
export function parsePublicPath(path: string): PublicRoute {
  const [, form] = FORM.exec(path) ?? []
  if (form !== undefined) return { kind: 'form', form: decodeUriOrEmpty(form) }
  const [, of, answer] = SAVED.exec(path) ?? []
  return of === undefined || answer === undefined
    ? { kind: 'nowhere' }
    : { kind: 'saved', form: decodeUriOrEmpty(of), answer: decodeUriOrEmpty(answer) }
}

export function buildFormPath(form: string): string {
  return `/publico/contestar/${encodeURIComponent(form)}`
}

export function buildSavedPath(form: string, answer: string): string {
  return `/publico/guardado/${encodeURIComponent(form)}/${encodeURIComponent(answer)}`
}

/** Decodes a part of a path. Text that cannot be decoded matches no route. */
function decodeUriOrEmpty(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
