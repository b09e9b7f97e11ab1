import { randomBytes } from 'node:crypto'
import { getFirestore } from 'firebase-admin/firestore'
import { initializeApp } from 'firebase-admin/app'
import { createFirstAdministrator } from '#core/index.ts'
import { openFirestoreStore } from './firestore/store.ts'
import { readCloudSettings } from './settings.ts'

const USAGE =
  'Usage: ORIGIN=https://forms.example.org GOOGLE_CLOUD_PROJECT=your-project npm run cloud-administrator -- you@example.org\n'

/**
 * Prints the first administrator's one-time link on the screen, not in a log. The command needs write access to the
 * database.
 */
async function main(email: string): Promise<void> {
  const { origins } = readCloudSettings(process.env, '')
  initializeApp()
  const store = openFirestoreStore(getFirestore())
  const link = await createFirstAdministrator(
    { store, clock: Date.now, random: (length) => new Uint8Array(randomBytes(length)) },
    email,
  )
  process.stdout.write(
    link === undefined ? 'A user has a password already.\n' : `Once, within a day:\n${origins[0]}${link}\n`,
  )
}

const [email] = process.argv.slice(2)
if (email?.includes('@') === true) await main(email)
else {
  process.stderr.write(USAGE)
  process.exitCode = 2
}
