import { cloudFunctions } from './cloud-functions.ts'
import { builtVersion, googleMachine } from './google.ts'
import { openCloudHost } from './host.ts'
import { settingsFrom } from './settings.ts'

/** The entry of Cloud Functions: what `firebase deploy` finds and deploys, by these names. */
export const { api, jobs, sweep } = cloudFunctions(() =>
  openCloudHost(googleMachine(), settingsFrom(process.env, builtVersion())),
)
