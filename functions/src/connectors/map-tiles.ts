import {
  MAP_LAYERS,
  type MapFacts,
  type MapLayer,
  MAX_TILE_BYTES,
  type TileCoordinates,
  detectTileType,
} from '#domain/maps/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { fetchExternalBytes, type ExternalSystemDeps } from './http.ts'

/** Provider of a map layer. `template` is a URL with `{z}`, `{x}` and `{y}` in its path or query. */
type TileProvider = {
  readonly template: string
  readonly attribution: string
  readonly token?: string
  /** devices may download the map of a whole place in advance, which many providers forbid */
  readonly downloads?: true
}
export type TileProviders = { readonly [Layer in MapLayer]?: TileProvider }

export type MapTilesClient = {
  readonly layers: MapFacts['layers']
  /** true when devices may download the drawn (default) layer */
  readonly downloads: boolean
  /**
   * Returns a PNG, JPEG or WebP of up to 512 KB. A layer without a provider, 204, 404 and 410 are map.tile-missing; any
   * other reply is map.tile-failed.
   */
  tile(layer: MapLayer, place: TileCoordinates): Promise<Result<Uint8Array<ArrayBuffer>>>
}

const MISSING_TILE_STATUSES: ReadonlySet<number> = new Set([204, 404, 410])

/** Client of the tile providers. A request varies only in three integers, so its host is always the configured one. */
export function createMapTilesClient(deps: ExternalSystemDeps, providers: TileProviders): MapTilesClient {
  return {
    layers: MAP_LAYERS.flatMap((layer) => {
      const provider = providers[layer]
      return provider === undefined ? [] : [{ layer, attribution: provider.attribution }]
    }),
    downloads: providers.default?.downloads === true,
    tile: async (layer, place) => {
      const provider = providers[layer]
      if (provider === undefined) return refuse('map.tile-missing')
      const name = `tiles.${layer}`
      const { token } = provider
      const url = buildTileUrl(provider, place)
      const reply = await fetchExternalBytes(
        deps,
        { name, url, ...(token === undefined ? {} : { token }) },
        MAX_TILE_BYTES,
      )
      if (reply === undefined) return refuse('map.tile-failed')
      if (MISSING_TILE_STATUSES.has(reply.status)) return refuse('map.tile-missing')
      if (reply.status === 200 && detectTileType(reply.bytes) !== undefined) return ok(reply.bytes)
      deps.failed({ system: name, why: `status ${reply.status}, or no image` })
      return refuse('map.tile-failed')
    },
  }
}

function buildTileUrl({ template }: TileProvider, { z, x, y }: TileCoordinates): string {
  return template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y))
}

/** True for an http or https URL with all placeholders, none of them in the host. */
function isTemplate(text: string): boolean {
  if (!['{z}', '{x}', '{y}'].every((part) => text.includes(part)) || !URL.canParse(text)) return false
  const { protocol, host } = new URL(text)
  return /^https?:$/.test(protocol) && !/[{}%]/.test(host)
}

const VARIABLES = { default: 'MAP_TILES', satellite: 'MAP_SATELLITE' } as const satisfies Record<MapLayer, string>

/**
 * Reads MAP_TILES_URL and MAP_SATELLITE_URL, each with _ATTRIBUTION (required) and _TOKEN, and MAP_DOWNLOAD (`allowed`
 * or empty). An empty variable counts as missing.
 * @returns the providers, or the name of the invalid variable
 */
export function readTileProviders(
  environment: Readonly<Record<string, string | undefined>>,
): TileProviders | { readonly wrong: string } {
  const allowance = environment['MAP_DOWNLOAD'] ?? ''
  if (allowance !== '' && allowance !== 'allowed') return { wrong: 'MAP_DOWNLOAD' }
  const providers: Record<string, TileProvider> = {}
  for (const [layer, name] of Object.entries(VARIABLES)) {
    const [template = '', attribution = '', token = ''] = ['URL', 'ATTRIBUTION', 'TOKEN'].map(
      (part) => environment[`${name}_${part}`],
    )
    if (template === '') continue
    if (!isTemplate(template)) return { wrong: `${name}_URL` }
    if (attribution.trim() === '' || attribution.length > 300) return { wrong: `${name}_ATTRIBUTION` }
    providers[layer] = {
      template,
      attribution: attribution.trim(),
      ...(token === '' ? {} : { token }),
      ...(layer === 'default' && allowance !== '' ? { downloads: true } : {}),
    }
  }
  return providers
}
