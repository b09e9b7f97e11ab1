import { toInstant, type MunicipalityPath } from '#domain/kernel/index.ts'
import type { BlockEffect } from '#domain/places/index.ts'
import type { Ports } from '../ports.ts'
import { readAreaPaths } from './all-places.ts'

/** Maximum devices counted, more than any municipality has. */
const MAX_DEVICES = 2_000
/** Milliseconds since its last contact within which a device counts as in use. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000

/** The numbers of users, devices, unsent changes and public forms that blocking these municipalities affects. */
export async function countBlockEffect(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  municipalities: readonly MunicipalityPath[],
): Promise<BlockEffect> {
  if (municipalities.length === 0) return { municipalities: 0, users: 0, devices: 0, unsent: 0, publicForms: 0 }
  const [users, devices, areas] = await Promise.all([
    store.count({ collection: 'usuarios', containsAny: { field: 'listing.terms', values: municipalities } }),
    store.query({
      collection: 'devices',
      where: { municipalityPath: municipalities },
      range: { field: 'seenAt', from: toInstant(clock() - RECENT_MS) },
      order: { field: 'seenAt', descending: true },
      limit: MAX_DEVICES,
    }),
    readAreaPaths(store, municipalities),
  ])
  const publicForms =
    areas.length === 0
      ? 0
      : await store.count({
          collection: 'formularios',
          where: { 'opcionales.publico': true, deleted: false },
          containsAny: { field: 'areas', values: areas },
        })
  const lines = devices.map(({ document }) => document)
  return {
    municipalities: municipalities.length,
    users,
    devices: new Set(lines.map(({ device }) => device)).size,
    unsent: lines.reduce((sum, { queued, quarantined }) => sum + queued + quarantined, 0),
    publicForms,
  }
}
