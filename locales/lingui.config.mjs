import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'

/** Rooms with a folder here have a catalogue of their own, loaded with their screen (`addWords`): what few people open, others do not download. */
const OWN = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
)

/** @returns the folder whose words a catalogue has: a room's, or one of `src/ui` */
const folderOf = (room) =>
  ['src/features', 'src/ui']
    .map((above) => `${above}/${room}`)
    .find((path) => existsSync(new URL(`../${path}`, import.meta.url)))

const EXCLUDED = ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx', '<rootDir>/src/domain/**']

/** English is what components are written in; every other language is a catalogue beside this file. */
export default {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>/src', '<rootDir>/sw'],
      exclude: [...EXCLUDED, ...OWN.map((room) => `<rootDir>/${folderOf(room)}/**`)],
    },
    ...OWN.map((room) => ({
      path: `<rootDir>/locales/${room}/{locale}`,
      include: [`<rootDir>/${folderOf(room)}`],
      exclude: EXCLUDED,
    })),
  ],
  // Without line numbers a catalogue changes only when a text does.
  format: formatter({ lineNumbers: false }),
}
