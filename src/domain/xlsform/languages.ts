import type { Language } from '../kernel/index.ts'

/** Languages by their names in headings, in lower case and without accents. */
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
  // The specification uses `ek` as code for Basque.
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

/** Parses the language in a heading or setting. @param written for example `Español (es)`, `spanish`, `pt-BR` */
export function parseLanguage(written: string): Language | null {
  const plainText = written.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase().trim()
  if (!plainText.endsWith(')')) return findLanguage(plainText)
  // Searches the text in the last parentheses first.
  const inner = plainText.slice(0, -1)
  const opened = inner.indexOf('(', inner.lastIndexOf(')') + 1)
  return opened < 0
    ? findLanguage(plainText)
    : (findLanguage(inner.slice(opened + 1)) ?? findLanguage(inner.slice(0, opened)))
}

function findLanguage(name: string | undefined): Language | null {
  if (name === undefined) return null
  const base = name.trim().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(NAMES, base) ? (NAMES[base] ?? null) : null
}
