import type { RateLimit } from '#domain/limits/judge.ts'
import type { MunicipalityPath, TemplateId } from '#domain/kernel/index.ts'
import { hashToBucket } from '../limits/buckets.ts'
import type { Tuning } from '../tuning.ts'

/** Rate limits of public geocoder requests, per form and per municipality, because they cost money. */
export async function buildPublicGeocodeLimits(
  tuning: Tuning,
  id: TemplateId,
  municipality: MunicipalityPath,
): Promise<readonly RateLimit[]> {
  return [
    {
      key: await hashToBucket('public-geocode-form', id),
      burst: tuning.publicGeocodeBurstPerForm,
      interval: tuning.publicGeocodeIntervalPerForm,
      cost: 1,
    },
    {
      key: await hashToBucket('public-geocode-municipality', municipality),
      burst: tuning.publicGeocodeBurstPerMunicipality,
      interval: tuning.publicGeocodeIntervalPerMunicipality,
      cost: 1,
    },
  ]
}
