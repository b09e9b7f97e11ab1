import { createHash } from 'node:crypto'
import { watchStorage } from './storage.ts'
import { takeOverTimers } from './timeline.ts'

/**
 * Makes this Node process a place where nothing happens by itself: timers are the world's, hashing answers at once instead of
 * from a thread, and tabs hear of each other through storage only. Imported first, before any room of the product.
 */
takeOverTimers()
watchStorage()
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
globalThis.crypto.subtle.digest = async (_algorithm, data) => {
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
  return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer
}

let onLine = true
Object.defineProperty(globalThis.navigator, 'onLine', { get: () => onLine, configurable: true })

/** What `navigator.onLine` says from now on, whatever is true. */
export function browserSays(isOnLine: boolean): void {
  onLine = isOnLine
}
