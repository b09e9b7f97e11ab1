import type { Language } from '../kernel/index.ts'

/** Names of languages in headings, in lower case without accents. */
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
  // The specification uses its own code for Basque.
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

/** Reads the language of a heading or setting. @param written `Español (es)`, `spanish`, `pt-BR` */
export function parseLanguage(written: string): Language | null {
  const plainText = written.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase().trim()
  if (!plainText.endsWith(')')) return findLanguage(plainText)
  // Content of the last parentheses.
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
