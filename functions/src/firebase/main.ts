import { getApps, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { getStorage } from 'firebase-admin/storage'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { createJsonLog } from '#core/index.ts'
import { createCloudFunctions } from './cloud-functions.ts'
import { openCloudHost, type CloudMachine } from './host.ts'
import { readCloudSettings } from './settings.ts'

const manifestSchema = z.object({ version: z.string(), secrets: z.array(z.string()).default([]) })
const manifest = readManifest()

/** Entry point of Cloud Functions. `firebase deploy` deploys these exports under their names. */
export const { api, jobs, sweep } = createCloudFunctions(
  () => openCloudHost(createGoogleMachine(), readCloudSettings(process.env, manifest.version)),
  manifest.secrets,
)

/**
 * Creates the clients of Google's services, with the environment's credentials, which are first used by a request.
 * @throws if FIREBASE_CONFIG is invalid or has no storage bucket
 */
function createGoogleMachine(): CloudMachine {
  if (getApps().length === 0) initializeApp()
  return {
    firestore: getFirestore(),
    bucket: getStorage().bucket(),
    log: createJsonLog((line) => void process.stdout.write(`${line}\n`), Date.now),
    appShell: () => readFile(new URL('./app.html', import.meta.url), 'utf8').catch(() => undefined),
    citizenShell: () => readFile(new URL('./ciudadano.html', import.meta.url), 'utf8').catch(() => undefined),
    publicShell: () => readFile(new URL('./publico.html', import.meta.url), 'utf8').catch(() => undefined),
  }
}

/** Returns the version and secrets that the build wrote into package.json beside the bundle. */
function readManifest(): { readonly version: string; readonly secrets: readonly string[] } {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')))
  } catch {
    return { version: 'unknown', secrets: [] }
  }
}
