import { randomUUID } from 'node:crypto'
import { FirestoreMock } from '@firebase-bridge/firestore-admin'
import { Firestore } from 'firebase-admin/firestore'

/** With FIRESTORE_EMULATOR_HOST the suites run against Google's emulator, otherwise against a fake in this process. */
export const ON_EMULATOR = process.env['FIRESTORE_EMULATOR_HOST'] !== undefined
export const FIRESTORE_NAME = ON_EMULATOR ? 'Google’s emulator' : 'an in-process stand-in'

/** The fake has the limit of earlier years; Firestore allows 30. */
export const VALUES_PER_QUERY = ON_EMULATOR ? 30 : 10

let databases = 0

/** @returns an empty database of its own */
export function emptyFirestore(): Firestore {
  databases += 1
  if (ON_EMULATOR) return new Firestore({ projectId: `relevo-${randomUUID().slice(0, 18)}` })
  const mock = new FirestoreMock()
  mock.systemTime.custom(strictClock())
  return mock.createDatabase(`relevo-test-${databases}`).firestore()
}

/**
 * A clock for the fake, which counts milliseconds: no two readings are equal, like Firestore's microseconds per commit.
 */
function strictClock(): () => Date {
  let last = 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last)
  }
}
