import { z } from 'zod'
import {
  countryPathSchema,
  municipalityPathSchema,
  provincePathSchema,
  type CountryPath,
  type MunicipalityPath,
  type ProvincePath,
} from '../kernel/paths.ts'
import type { LanguageOffer } from '../sync/profile.ts'
import type { OwnLanguage } from './documents/municipality-settings.ts'

/* Separator of a place's path in URLs, where it is one segment: `AR~cordoba~capital`. */
const SEPARATOR = '~'
const LEVELS = ['paises', 'provincias', 'municipios']
const MAX_PLACE_ID_LENGTH = 200

/** Id of a place in URLs. */
export function encodePlaceId(path: CountryPath | ProvincePath | MunicipalityPath): string {
  return path
    .split('/')
    .filter((_, index) => index % 2 === 1)
    .join(SEPARATOR)
}

/** Schemas that convert the id of a place in URLs to its path. Each refuses the ids of other kinds of places. */
export const countryIdSchema = createPlaceIdSchema(1).pipe(countryPathSchema)
export const provinceIdSchema = createPlaceIdSchema(2).pipe(provincePathSchema)
export const municipalityIdSchema = createPlaceIdSchema(3).pipe(municipalityPathSchema)

function createPlaceIdSchema(levels: number) {
  return z
    .string()
    .max(MAX_PLACE_ID_LENGTH)
    .transform((id) => {
      const names = id.split(SEPARATOR)
      // The number of levels is wrong. An empty text is no path, so the next schema refuses it.
      return names.length === levels ? names.map((name, level) => `${LEVELS[level]}/${name}`).join('/') : ''
    })
}

/** Public address of a municipality's logo. */
export function buildLogoUrl(municipality: MunicipalityPath, sha256: string): string {
  return `/api/municipalities/${encodePlaceId(municipality)}/logo/${sha256}`
}

/** Name, tag and catalogue address of a municipality's own language, for devices. */
export function toLanguageOffer(municipality: MunicipalityPath, { name, tag, sha256 }: OwnLanguage): LanguageOffer {
  return { name, tag, url: `/api/municipalities/${encodePlaceId(municipality)}/language/${sha256}` }
}
