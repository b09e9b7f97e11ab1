import type { Measure } from '#domain/limits/judge.ts'
import type { MunicipalityPath, TemplateId } from '#domain/kernel/index.ts'
import { bucketOf } from '../limits/buckets.ts'
import type { Tuning } from '../tuning.ts'

/** Rate limits of public geocoder requests, per form and per municipality, because they cost money. */
export async function publicGeocode(
  tuning: Tuning,
  id: TemplateId,
  municipality: MunicipalityPath,
): Promise<readonly Measure[]> {
  return [
    {
      key: await bucketOf('public-geocode-form', id),
      burst: tuning.publicGeocodeBurstPerForm,
      interval: tuning.publicGeocodeIntervalPerForm,
      cost: 1,
    },
    {
      key: await bucketOf('public-geocode-municipality', municipality),
      burst: tuning.publicGeocodeBurstPerMunicipality,
      interval: tuning.publicGeocodeIntervalPerMunicipality,
      cost: 1,
    },
  ]
}
