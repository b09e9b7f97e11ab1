import { describe, expect, it } from 'vitest'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { countryIdSchema, municipalityIdSchema, encodePlaceId, provinceIdSchema } from './place-ids.ts'

const CITY = municipalityPathSchema.parse('paises/AR/provincias/cordoba/municipios/cordoba-capital')

describe('a place in an address', () => {
  it('is one segment, and the same place again', () => {
    expect(encodePlaceId(CITY)).toBe('AR~cordoba~cordoba-capital')
    expect(municipalityIdSchema.parse(encodePlaceId(CITY))).toBe(CITY)
    expect(provinceIdSchema.parse('AR~cordoba')).toBe('paises/AR/provincias/cordoba')
    expect(countryIdSchema.parse('AR')).toBe('paises/AR')
  })

  it.each(['', 'AR', 'AR~x', 'AR~x~y~z', 'AR~x~', 'AR~x~..', 'AR~x~a/b', 'AR~x~__a__', 'AR~x~%00', 'AR~'.repeat(99)])(
    'is none of a municipality: %s',
    (id) => expect(municipalityIdSchema.safeParse(id).success).toBe(false),
  )
})
