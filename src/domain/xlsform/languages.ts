import type { Language } from '../kernel/index.ts'

/** How people write a language in a heading, lower case and without accents. */
const NAMES: Readonly<Record<string, Language>> = {
  en: 'en',
  eng: 'en',
  english: 'en',
  ingles: 'en',
  anglais: 'en',
  es: 'es',
  spa: 'es',
  spanish: 'es',
  espanol: 'es',
  castellano: 'es',
  espagnol: 'es',
  pt: 'pt',
  por: 'pt',
  portuguese: 'pt',
  portugues: 'pt',
  gl: 'gl',
  glg: 'gl',
  galician: 'gl',
  galego: 'gl',
  gallego: 'gl',
  ja: 'ja',
  jpn: 'ja',
  japanese: 'ja',
  japones: 'ja',
  日本語: 'ja',
  ca: 'ca',
  cat: 'ca',
  catalan: 'ca',
  catala: 'ca',
  // The specification's code for Basque is its own.
  ek: 'ek',
  eu: 'ek',
  eus: 'ek',
  basque: 'ek',
  euskara: 'ek',
  euskera: 'ek',
  vasco: 'ek',
  ot: 'ot',
  other: 'ot',
  otro: 'ot',
}

/** @param written as a heading or the settings name it: `Español (es)`, `spanish`, `pt-BR` */
export function languageOf(written: string): Language | null {
  const plain = written.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase().trim()
  const code = /\(([^)]*)\)\s*$/.exec(plain)?.[1]
  const name = plain.replace(/\s*\([^)]*\)\s*$/, '')
  return known(code) ?? known(name)
}

function known(name: string | undefined): Language | null {
  if (name === undefined) return null
  const base = name.trim().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(NAMES, base) ? (NAMES[base] ?? null) : null
}
