import { existsSync, readdirSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'
import { OFFERED_LANGUAGES } from '#domain/kernel/index.ts'
import { LANGUAGE_FALLBACKS } from './fallbacks.ts'

/**
 * Rooms with a folder here have a catalogue of their own, loaded with their screen (`loadMessages`): what few people
 * open, others do not download. A part of a room may have one, too (`answering/change`), beside its room's.
 */
const OWN = readdirSync(new URL('.', import.meta.url), { recursive: true })
  .filter((path) => path.endsWith(`${sep}en.po`))
  .map((path) => dirname(path).replaceAll(sep, '/'))

/** Catalogues of code that also runs on the server: the message itself is the id, in `i18n._('…')`. */
const SERVER = { server: 'functions/src/core', pdf: 'src/documents/pdf' }

/** @returns the folder of a catalogue's messages: a module's, one of `src/ui` or `src/app`, or a part of these */
const folderOf = (room) =>
  SERVER[room] ??
  ['src/features', 'src/ui', 'src/app']
    .map((above) => `${above}/${room}`)
    .find((path) => existsSync(new URL(`../${path}`, import.meta.url)))

/** @returns the parts of a room whose words are not in the room's own catalogue */
const partsOf = (room) => OWN.filter((one) => one.startsWith(`${room}/`))

const COLLATOR = new Intl.Collator('en-US')
const EXCLUDED = ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx', '<rootDir>/src/domain/**']

/** English is what components are written in; every other language is a catalogue beside this file. */
export default {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  sourceLocale: 'en',
  locales: [...OFFERED_LANGUAGES],
  // What a language lacks is shown in these, which the compiled catalogues contain.
  fallbackLocales: { ...LANGUAGE_FALLBACKS, default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>/src', '<rootDir>/sw'],
      exclude: [...EXCLUDED, ...OWN.map((room) => `<rootDir>/${folderOf(room)}/**`)],
    },
    ...OWN.map((room) => ({
      path: `<rootDir>/locales/${room}/{locale}`,
      include: [`<rootDir>/${folderOf(room)}`],
      exclude: [...EXCLUDED, ...partsOf(room).map((part) => `<rootDir>/${folderOf(part)}/**`)],
    })),
  ],
  // By the English text, which is the id of messages of the server: their order must not depend on the last extraction.
  orderBy: (one, other) =>
    COLLATOR.compare(one.entry.message || one.messageId, other.entry.message || other.messageId) ||
    COLLATOR.compare(one.entry.context || '', other.entry.context || ''),
  // Without line numbers a catalogue changes only when a text does.
  format: formatter({ lineNumbers: false }),
}
