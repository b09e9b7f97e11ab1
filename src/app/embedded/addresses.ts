/** What stands in a frame's address, and the screen that it is: the app's own, so that it is built once. */
const SCREENS: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^\/cis\/contestar\/([^/]+)$/, (id) => `/contestar/${id}`],
  [/^\/cis\/ver\/([^/]+)$/, (id) => `/ver/${id}`],
  [/^\/cis\/editar\/([^/]+)$/, (id) => `/respuestas/actualizar/${id}`],
  // Which form it was an answer to stands in the answer.
  [/^\/respuesta\/enviada\/([^/]+)\/[^/]+$/, (id) => `/contestar/-/guardado/${id}`],
]
const ADDRESSES: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^\/contestar\/[^/]+\/guardado\/([^/]+)$/, (id) => `/respuesta/enviada/${id}/${NO_CODE}`],
  [/^\/contestar\/([^/]+)$/, (id) => `/cis/contestar/${id}`],
  [/^\/ver\/([^/]+)$/, (id) => `/cis/ver/${id}`],
  [/^\/respuestas\/actualizar\/([^/]+)$/, (id) => `/cis/editar/${id}`],
]
/** In the address of an answer that has no code yet. */
export const NO_CODE = '-'
const NOWHERE = '/404'

/** @param path as the browser shows it in a frame @returns the app's screen; `/404` where there is none */
export function screenOf(path: string): string {
  return mapped(SCREENS, path) ?? NOWHERE
}

/** The other way round. @returns an address below `/cis` where a frame has no such screen */
export function addressOf(screen: string): string {
  return mapped(ADDRESSES, screen) ?? `/cis${screen}`
}

function mapped(table: typeof SCREENS, path: string): string | undefined {
  for (const [pattern, made] of table) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return made(id)
  }
  return undefined
}

/** In another site's page the app's screens have addresses of their own: the router's `rewrite`. */
export const IN_FRAME = {
  input: ({ url }: { readonly url: URL }) => at(url, screenOf),
  output: ({ url }: { readonly url: URL }) => at(url, addressOf),
}

function at(url: URL, mapped: (path: string) => string): URL {
  const moved = new URL(url)
  moved.pathname = mapped(url.pathname)
  return moved
}
