import type { Language } from '../../kernel/limits.ts'

/** Country ids (ISO 3166) by language. */
const SPANISH = 'AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV UY VE'.split(' ')
const OTHERS: Readonly<Record<string, Language>> = { BR: 'pt', JP: 'ja', PT: 'pt' }

/** Usual language of forms in a place; undefined for unlisted countries. */
export function findCountryLanguage(path: string | undefined): Language | undefined {
  const country = findCountryId(path)
  return SPANISH.includes(country) ? 'es' : OTHERS[country]
}

/** Id of the country of a path. @param path `paises/{id}/…` */
export function findCountryId(path: string | undefined): string {
  return path?.split('/')[1]?.toUpperCase() ?? ''
}
