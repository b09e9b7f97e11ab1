import { z } from 'zod'
import {
  countryPathSchema,
  municipalityPathSchema,
  provincePathSchema,
  type CountryPath,
  type MunicipalityPath,
  type ProvincePath,
} from '../kernel/paths.ts'

/* A place's path has slashes; in an address it is one segment, `AR~cordoba~capital`. */
const BETWEEN = '~'
const LEVELS = ['paises', 'provincias', 'municipios']
const LONGEST = 200

/** @returns how an address names the place */
export function placeIdOf(path: CountryPath | ProvincePath | MunicipalityPath): string {
  return path
    .split('/')
    .filter((_, index) => index % 2 === 1)
    .join(BETWEEN)
}

/** Reads one from an address; refused where it names no place of that kind. */
export const countryIdSchema = idOf(1).pipe(countryPathSchema)
export const provinceIdSchema = idOf(2).pipe(provincePathSchema)
export const municipalityIdSchema = idOf(3).pipe(municipalityPathSchema)

function idOf(levels: number) {
  return z
    .string()
    .max(LONGEST)
    .transform((id) => {
      const names = id.split(BETWEEN)
      // Too many or too few: no path at all.
      return names.length === levels ? names.map((name, level) => `${LEVELS[level]}/${name}`).join('/') : ''
    })
}

/** Where the server shows the logo of a municipality to everybody. */
export function logoAddress(municipality: MunicipalityPath, sha256: string): string {
  return `/api/municipalities/${placeIdOf(municipality)}/logo/${sha256}`
}
