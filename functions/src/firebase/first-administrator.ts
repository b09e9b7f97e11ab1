import { firstAdministrator } from '#core/index.ts'
import { builtVersion, googleMachine } from './google.ts'
import { openCloudHost } from './host.ts'
import { settingsFrom } from './settings.ts'

/** Gives an empty project its first administrator: prints a one-time link, on the screen of whoever may write into the database, and in no log. */
const [email] = process.argv.slice(2)
const settings = settingsFrom(process.env, builtVersion())
if (email === undefined || !email.includes('@')) {
  process.stderr.write('Usage: ORIGIN=https://forms.example.org npm run cloud-administrator -- you@example.org\n')
  process.exitCode = 2
} else {
  const { ports } = openCloudHost(googleMachine(), settings)
  const link = await firstAdministrator(ports, email)
  process.stdout.write(link === undefined ? 'Somebody has a password already.\n' : `Once, within a day:\n${settings.origins[0]}${link}\n`)
}
