import { generateDeviceId, type Sha256, authorSchema } from '../../../../src/domain/kernel/index.ts'
import type { FileClaim } from '../../../../src/domain/answering/index.ts'
import { openLocal, type CapturedFile, type Local } from '../../../../src/local/index.ts'
import { createSyncDeps, hashSha256, type SyncDeps } from '../../../../src/sync/index.ts'
import { AUTHOR, EMAIL, PASSWORD } from '../world.ts'
import { photo } from './drain-page.ts'

/** Relevo's own storage and sync code in a page of the bench, with the dependencies that the app's page provides. */

export function openDatabase(): Local {
  return openLocal(authorSchema.parse(AUTHOR))
}

export function hash(bytes: Uint8Array<ArrayBuffer>): Promise<Sha256> {
  return hashSha256(crypto, bytes)
}

export const DEVICE = generateDeviceId(new Uint8Array(16).fill(7))

export function syncDeps(local: Local): SyncDeps {
  return createSyncDeps(globalThis, { local, device: DEVICE })
}

export async function signIn(): Promise<void> {
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`Sign-in was refused: ${response.status} ${await response.text()}`)
}

/** A photo as the camera control provides it, with bytes, length and hash from the capture. */
export async function capture(seed: number, bytes: number): Promise<CapturedFile> {
  const data = await photo(seed, bytes)
  const claim: FileClaim = {
    sha256: await hash(new Uint8Array(data)),
    bytes,
    type: 'image/jpeg',
    name: `foto-${seed}.jpg`,
  }
  return { claim, data }
}
