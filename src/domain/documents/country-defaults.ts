import { DEFAULT_LANGUAGE, type Language } from '../kernel/limits.ts'

/** Whose clock and language a municipality has until it says so itself. */
export type CountryDefaults = { readonly timeZone: string; readonly language: Language }

const inSpanish = (timeZone: string): CountryDefaults => ({ timeZone, language: 'es' })

/** By the id of the country, which is its code of ISO 3166; of countries with several clocks the one of most people. */
const BY_COUNTRY: Readonly<Record<string, CountryDefaults>> = {
  AR: inSpanish('America/Argentina/Buenos_Aires'),
  BO: inSpanish('America/La_Paz'),
  BR: { timeZone: 'America/Sao_Paulo', language: 'pt' },
  CL: inSpanish('America/Santiago'),
  CO: inSpanish('America/Bogota'),
  CR: inSpanish('America/Costa_Rica'),
  CU: inSpanish('America/Havana'),
  DO: inSpanish('America/Santo_Domingo'),
  EC: inSpanish('America/Guayaquil'),
  ES: inSpanish('Europe/Madrid'),
  GT: inSpanish('America/Guatemala'),
  HN: inSpanish('America/Tegucigalpa'),
  JP: { timeZone: 'Asia/Tokyo', language: 'ja' },
  MX: inSpanish('America/Mexico_City'),
  NI: inSpanish('America/Managua'),
  PA: inSpanish('America/Panama'),
  PE: inSpanish('America/Lima'),
  PR: inSpanish('America/Puerto_Rico'),
  PT: { timeZone: 'Europe/Lisbon', language: 'pt' },
  PY: inSpanish('America/Asuncion'),
  SV: inSpanish('America/El_Salvador'),
  UY: inSpanish('America/Montevideo'),
  VE: inSpanish('America/Caracas'),
}

/** @returns what forms of this place are written in, as a rule; undefined for a country that is not named here */
export function countryLanguage(path: string | undefined): Language | undefined {
  return BY_COUNTRY[countryIn(path)]?.language
}

function countryIn(path: string | undefined): string {
  return path?.split('/')[1]?.toUpperCase() ?? ''
}

/** @param path of a municipality, `paises/{id}/…`; of a country that is not named here the language of the specification, and UTC */
export function countryDefaults(path: string | undefined): CountryDefaults {
  return BY_COUNTRY[countryIn(path)] ?? { timeZone: 'UTC', language: DEFAULT_LANGUAGE }
}
