import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * Where a browser blocks storage (another site's frame), even naming it throws. These files name it, each with the
 * reason why that is safe; all others use `tabStorage`, `browserStorage` or `Local`.
 */
const GUARDED: Readonly<Record<string, string>> = {
  'public/pago.js': 'try: the language of the browser, and a receipt by a click',
  'src/app/ciudadano/visit.ts': 'try: a reload ends the session; its list of databases is asked for behind a catch',
  'src/app/hints.ts': 'try: the next start looks longer',
  'src/features/door/scanning.tsx': 'try: codes are typed',
  'src/local/device.ts': 'a promise that its callers catch',
  'src/local/guests/memory-storage.ts': 'try: hides what is forbidden',
  'src/local/open-local-lazily.ts': 'try: wasHere, canStoreData',
  'src/ui/language/i18n.ts': 'try: the language of the browser',
  'src/ui/language/more-languages.ts': 'try: English, or a catalogue that is fetched at each start',
  'src/ui/language/own-language.ts': 'try: nothing is stored',
  'src/ui/session/text-storage.ts': 'try: the page keeps it',
}
const NAMES =
  /(?<![\w.#'"`-])(?:localStorage\b|sessionStorage\b|globalThis\.indexedDB|indexedDB\.|caches\.|document\.cookie)/

it('is named only where a browser that blocks it is thought of', () => {
  const files = globSync(['src/**/*.{ts,tsx}', 'public/*.js']).filter((file) => !/\.test\.tsx?$/.test(file))
  const naming = files.filter((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.some((line) => !/^\s*(?:\*|\/\*|\/\/)/.test(line) && NAMES.test(line))
  })
  expect(naming.toSorted()).toEqual(Object.keys(GUARDED))
})
