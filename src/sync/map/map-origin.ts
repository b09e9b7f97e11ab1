import type { RequestSender, RequestOutcome } from '#domain/endpoints/index.ts'
import {
  buildPublicTilePath,
  readMap,
  readPublicMap,
  buildTilePath,
  type MapFacts,
  type MapLayer,
  mapSchema,
  type PublicMapFacts,
  publicMapSchema,
  type TileCoordinates,
} from '#domain/maps/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'

/** The server URLs of a map: those of the signed-in account, or those of a public form. */
export type MapOrigin<F extends MapFacts> = {
  /** parses stored facts about the map; undefined when invalid */
  kept(facts: unknown): F | undefined
  facts(): Promise<RequestOutcome<F>>
  address(layer: MapLayer, place: TileCoordinates): string
}

export function createAccountOrigin(ask: RequestSender): MapOrigin<MapFacts> {
  return {
    kept: (facts) => mapSchema.safeParse(facts).data,
    facts: () => ask(readMap, {}),
    address: buildTilePath,
  }
}

export function createPublicOrigin(ask: RequestSender, form: TemplateId): MapOrigin<PublicMapFacts> {
  return {
    kept: (facts) => publicMapSchema.safeParse(facts).data,
    facts: () => ask(readPublicMap, { id: form }),
    address: (layer, place) => buildPublicTilePath(form, layer, place),
  }
}
