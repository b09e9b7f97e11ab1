import { DEFAULT_LANGUAGE, type Language } from '../../kernel/limits.ts'
import { countryIn, countryLanguage } from './country-language.ts'

/** Whose clock and language a municipality has until it says so itself. */
export type CountryDefaults = { readonly timeZone: string; readonly language: Language }

/** By the id of the country; of countries with several clocks the one of most people. */
const ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  BO: 'America/La_Paz',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  CR: 'America/Costa_Rica',
  CU: 'America/Havana',
  DO: 'America/Santo_Domingo',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  GT: 'America/Guatemala',
  HN: 'America/Tegucigalpa',
  JP: 'Asia/Tokyo',
  MX: 'America/Mexico_City',
  NI: 'America/Managua',
  PA: 'America/Panama',
  PE: 'America/Lima',
  PR: 'America/Puerto_Rico',
  PT: 'Europe/Lisbon',
  PY: 'America/Asuncion',
  SV: 'America/El_Salvador',
  UY: 'America/Montevideo',
  VE: 'America/Caracas',
}

/** @param path of a municipality, `paises/{id}/…`; of an unlisted country the specification's language, and UTC */
export function countryDefaults(path: string | undefined): CountryDefaults {
  return { timeZone: ZONES[countryIn(path)] ?? 'UTC', language: countryLanguage(path) ?? DEFAULT_LANGUAGE }
}
