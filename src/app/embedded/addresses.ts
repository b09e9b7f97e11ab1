/** URL paths in a frame, and the app's screens that they show. */
const SCREENS: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^\/cis\/contestar\/([^/]+)$/, (id) => `/contestar/${id}`],
  [/^\/cis\/ver\/([^/]+)$/, (id) => `/ver/${id}`],
  [/^\/cis\/editar\/([^/]+)$/, (id) => `/respuestas/actualizar/${id}`],
  // The route's form id is `-`, because the answer contains the id of its form.
  [/^\/respuesta\/enviada\/([^/]+)\/[^/]+$/, (id) => `/contestar/-/guardado/${id}`],
]
const ADDRESSES: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^\/contestar\/[^/]+\/guardado\/([^/]+)$/, (id) => `/respuesta/enviada/${id}/${NO_CODE}`],
  [/^\/contestar\/([^/]+)$/, (id) => `/cis/contestar/${id}`],
  [/^\/ver\/([^/]+)$/, (id) => `/cis/ver/${id}`],
  [/^\/respuestas\/actualizar\/([^/]+)$/, (id) => `/cis/editar/${id}`],
]
/** Replaces the answer's code in a frame's URL, because the app's path does not contain the code. */
const NO_CODE = '-'
const NOT_FOUND_PATH = '/404'

/**
 * @param path as shown by the browser in a frame
 * @returns the app's screen; `/404` if there is none
 */
export function toScreenPath(path: string): string {
  return mapPath(SCREENS, path) ?? NOT_FOUND_PATH
}

/**
 * The inverse of `toScreenPath`.
 * @returns an address below `/cis` if frames have no URL for the screen
 */
export function toEmbeddedPath(screen: string): string {
  return mapPath(ADDRESSES, screen) ?? `/cis${screen}`
}

function mapPath(table: typeof SCREENS, path: string): string | undefined {
  for (const [pattern, made] of table) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return made(id)
  }
  return undefined
}

/** URLs of the app's screens in another site's page: the router's `rewrite`. */
export const FRAME_URL_REWRITE = {
  input: ({ url }: { readonly url: URL }) => withMappedPath(url, toScreenPath),
  output: ({ url }: { readonly url: URL }) => withMappedPath(url, toEmbeddedPath),
}

function withMappedPath(url: URL, mapped: (path: string) => string): URL {
  const movedUrl = new URL(url)
  movedUrl.pathname = mapped(url.pathname)
  return movedUrl
}
