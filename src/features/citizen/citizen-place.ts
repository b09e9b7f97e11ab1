/** The addresses of citizens (part 3, point 2). `token`: only in the address of arrival; the exchange removes it. */
export type CitizenPlace =
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

/** What an address leads to. @param path as the browser has it, encoded */
export function citizenPlaceOf(path: string): CitizenPlace {
  const [, form, formToken] = (ADDRESSES.form.exec(path) ?? []).map(decoded)
  if (form !== undefined) return { kind: 'form', form, ...tokenOf(formToken) }
  const [, revised, revisionToken] = (ADDRESSES.revision.exec(path) ?? []).map(decoded)
  if (revised !== undefined) return { kind: 'revision', answer: revised, ...tokenOf(revisionToken) }
  const list = ADDRESSES.list.exec(path)
  if (list !== null) return { kind: 'list', ...tokenOf(decoded(list[1])) }
  // A citizen who comes back to a confirmation finds what was sent among their answers.
  if (path.startsWith('/ciudadano/guardado/')) return { kind: 'list' }
  // The citizen's id in the address proves nothing, and is not read; a link of ours does.
  const [, answer, link] = (ADDRESSES.answer.exec(path) ?? []).map(decoded)
  return answer === undefined ? { kind: 'nowhere' } : { kind: 'answer', answer, ...tokenOf(link) }
}

/** The public's confirmation of the same answer, without a session. @returns undefined at any other address */
export function publicSavedPath(path: string): string | undefined {
  // A citizen's id, and whether an appointment is booked, may follow: neither is read.
  const [, form, code] = /^\/ciudadano\/guardado\/([^/]+)\/([^/]+)(?:\/[^/]+){0,2}\/?$/.exec(path) ?? []
  return form === undefined || code === undefined ? undefined : `/publico/guardado/${form}/${code}`
}

/** Whether a token is of our letters. Mail scanners open links and run scripts: there, a person presses a button. */
export function isOfLetter(token: string | undefined): boolean {
  return token?.startsWith('r1e.') === true
}

/** The address of a place, without anything secret. */
export function citizenPath(place: CitizenPlace): string {
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

function tokenOf(token: string | undefined): { readonly token?: string } {
  return token === undefined ? {} : { token }
}

function decoded(segment: string | undefined): string | undefined {
  if (segment === undefined) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
