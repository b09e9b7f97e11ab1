import { z } from 'zod'

/** References between documents are path strings: `paises/AR/provincias/X/municipios/Y/areas_municipales/Z`. */
// Excludes `__x__`, as in ids.ts.
const SEGMENT = '(?!__[A-Za-z0-9_-]*__(?:/|$))[A-Za-z0-9_-]{1,64}'
const COUNTRY = new RegExp(`^paises/${SEGMENT}$`)
const PROVINCE = new RegExp(`^paises/${SEGMENT}/provincias/${SEGMENT}$`)
const MUNICIPALITY = new RegExp(`^paises/${SEGMENT}/provincias/${SEGMENT}/municipios/${SEGMENT}$`)
const AREA = new RegExp(`^paises/${SEGMENT}/provincias/${SEGMENT}/municipios/${SEGMENT}/areas_municipales/${SEGMENT}$`)

export const countryPathSchema = z.string().regex(COUNTRY).brand<'CountryPath'>()
export const provincePathSchema = z.string().regex(PROVINCE).brand<'ProvincePath'>()
export const municipalityPathSchema = z.string().regex(MUNICIPALITY).brand<'MunicipalityPath'>()
export const areaPathSchema = z.string().regex(AREA).brand<'AreaPath'>()

export type CountryPath = z.infer<typeof countryPathSchema>
export type ProvincePath = z.infer<typeof provincePathSchema>
export type MunicipalityPath = z.infer<typeof municipalityPathSchema>
export type AreaPath = z.infer<typeof areaPathSchema>
