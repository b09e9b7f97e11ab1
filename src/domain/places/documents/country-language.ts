import type { Language } from '../../kernel/limits.ts'

/** Countries by their id, which is their code of ISO 3166. */
const SPANISH = 'AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV UY VE'.split(' ')
const OTHERS: Readonly<Record<string, Language>> = { BR: 'pt', JP: 'ja', PT: 'pt' }

/** @returns what forms of this place are written in, as a rule; undefined for a country that is not named here */
export function countryLanguage(path: string | undefined): Language | undefined {
  const country = countryIn(path)
  return SPANISH.includes(country) ? 'es' : OTHERS[country]
}

/** @param path `paises/{id}/…` */
export function countryIn(path: string | undefined): string {
  return path?.split('/')[1]?.toUpperCase() ?? ''
}
