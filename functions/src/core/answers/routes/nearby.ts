import { offersNearby } from '#domain/answering/index.ts'
import { spendUnit } from '#domain/limits/judge.ts'
import { ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { listNearby } from '../list-nearby.ts'
import type { Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { hashToBucket } from '../../limits/buckets.ts'
import { measuresForAddress } from '../../limits/by-address.ts'
import { findOpenForm } from '../../pages/find-public-form.ts'
import type { PagesPace } from '../../pages/routes/public.ts'

/**
 * Handlers for answers near the point of a new answer. Every request counts towards the rate limit, even without
 * results.
 */
export function nearbyHandlers({ ports, tuning }: Core, pace: PagesPace) {
  const { store, clock } = ports

  async function count(id: TemplateId, address: string | undefined): Promise<Result<true>> {
    const own = await measuresForAddress('nearby', address, {
      burst: tuning.nearbyBurst,
      interval: tuning.nearbyInterval,
    })
    const ofForm = {
      key: await hashToBucket('nearby-form', id),
      burst: tuning.nearbyBurstPerForm,
      interval: tuning.nearbyIntervalPerForm,
      cost: 1,
    }
    return store.commit(spendUnit([...own, ofForm], clock()))
  }

  return {
    async readNearby({ params: { id }, query: { language, ...point }, address }) {
      const paced = pace(address)
      if (!paced.ok) return paced
      const found = await findOpenForm(store, id)
      if (!found.ok) return found
      const { template, municipality } = found.value
      if (!offersNearby(template.opcionales)) return refuse('access.forbidden')
      const counted = await count(id, address)
      if (!counted.ok) return counted
      return ok({ answers: await listNearby(ports, { template, municipality, point, language }) })
    },
  } satisfies SomeHandlers
}
