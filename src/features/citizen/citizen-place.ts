/** Routes of citizens (part 3, point 2). `token` is only in the first URL and is removed when it is exchanged. */
export type CitizenPageRoute =
  | { readonly kind: 'form'; readonly form: string; readonly token?: string }
  | { readonly kind: 'revision'; readonly answer: string; readonly token?: string }
  | { readonly kind: 'list'; readonly token?: string }
  | { readonly kind: 'answer'; readonly answer: string; readonly token?: string }
  | { readonly kind: 'nowhere' }

const ADDRESSES = {
  form: /^\/ciudadano\/contestar\/([^/]+)(?:\/([^/]+))?\/?$/,
  revision: /^\/ciudadano\/revision\/([^/]+)(?:\/([^/]+))?\/?$/,
  list: /^\/ciudadano\/formularios\/respuestas(?:\/([^/]+))?\/?$/,
  answer: /^\/ciudadano\/ver\/([^/]+)(?:\/(?:(r1e\.[^/]+)|[^/]+))?\/?$/,
} as const

/** The route of a path. @param path percent-encoded, as in `location.pathname` */
export function parseCitizenPath(path: string): CitizenPageRoute {
  const [, form, formToken] = (ADDRESSES.form.exec(path) ?? []).map(decodeUriOrRaw)
  if (form !== undefined) return { kind: 'form', form, ...withToken(formToken) }
  const [, revised, revisionToken] = (ADDRESSES.revision.exec(path) ?? []).map(decodeUriOrRaw)
  if (revised !== undefined) return { kind: 'revision', answer: revised, ...withToken(revisionToken) }
  const list = ADDRESSES.list.exec(path)
  if (list !== null) return { kind: 'list', ...withToken(decodeUriOrRaw(list[1])) }
  // Redirects the confirmation to the list, which contains the confirmed answer.
  if (path.startsWith('/ciudadano/guardado/')) return { kind: 'list' }
  // Ignores the citizen's id in the URL, which proves nothing. Only the signed link is used.
  const [, answer, link] = (ADDRESSES.answer.exec(path) ?? []).map(decodeUriOrRaw)
  return answer === undefined ? { kind: 'nowhere' } : { kind: 'answer', answer, ...withToken(link) }
}

/**
 * The URL of the public confirmation that replaces a citizen's confirmation without a session. @returns undefined for
 * other URLs
 */
export function findPublicSavedPath(path: string): string | undefined {
  // Ignores the optional citizen id and appointment flag.
  const [, form, code] = /^\/ciudadano\/guardado\/([^/]+)\/([^/]+)(?:\/[^/]+){0,2}\/?$/.exec(path) ?? []
  return form === undefined || code === undefined ? undefined : `/publico/guardado/${form}/${code}`
}

/**
 * Whether a token is from our e-mails. Such tokens require a button press, because mail scanners open links and run
 * scripts.
 */
export function isEmailToken(token: string | undefined): boolean {
  return token?.startsWith('r1e.') === true
}

/** The URL of a route, without secrets. */
export function buildCitizenPath(place: CitizenPageRoute): string {
  switch (place.kind) {
    case 'form':
      return `/ciudadano/contestar/${encodeURIComponent(place.form)}`
    case 'revision':
      return `/ciudadano/revision/${encodeURIComponent(place.answer)}`
    case 'list':
      return '/ciudadano/formularios/respuestas'
    case 'answer':
      return `/ciudadano/ver/${encodeURIComponent(place.answer)}`
    case 'nowhere':
      return '/ciudadano'
  }
}

function withToken(token: string | undefined): { readonly token?: string } {
  return token === undefined ? {} : { token }
}

function decodeUriOrRaw(segment: string | undefined): string | undefined {
  if (segment === undefined) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
