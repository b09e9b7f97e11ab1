// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, it, vi } from 'vitest'
import { ok } from '#domain/kernel/index.ts'
import type { ClusterMapProps } from '#ui/map/clusters/cluster-map.tsx'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswersMap } from './answers-map.tsx'

/** The map itself is tested in `ui/map`; here it shows only its position. jsdom has no workers either. */
vi.mock('#ui/map/index.ts', async (actual) => {
  const { createClusterIndex } = await import('#ui/map/clusters/cluster-index.ts')
  const clusters = createClusterIndex()
  return {
    ...(await actual<object>()),
    useMap: () => ({ source: {}, facts: { layers: [{}], geocoder: false }, failed: false }),
    loadClusterMap: async () => ({
      ClusterMap: ({ at: { centre, zoom } }: ClusterMapProps) => (
        <p>{`map at ${centre.latitude} ${centre.longitude}, zoom ${zoom}`}</p>
      ),
    }),
    openClusters: () => ({
      add: async (...given: Parameters<typeof clusters.add>) => ok(clusters.add(...given)),
      renew: async (...given: Parameters<typeof clusters.renew>) => ok(clusters.renew(...given)),
      end: () => undefined,
    }),
  }
})
afterEach(cleanup)

const template = buildPlainTemplate()

it('begins at the default city with zoom 6 where the municipality has no position', async () => {
  await openScreen({
    path: '/map',
    screen: () => (
      <AnswersMap
        template={template.id}
        areas={template.areas}
        search={{}}
        filter={{ municipalityCodeId: '', answerBy: '', citizenDni: '', state: '-1' }}
        device={{ own: [], cached: [] }}
      />
    ),
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [template],
    answer: () => Response.json({ points: [[-64, -31, 'a'.repeat(26)]] }),
  })
  await screen.findByText('map at -31.421335 -64.183188, zoom 6')
})
