/**
 * Hints in localStorage for the first screen, before the databases are open. Without hints, for example if localStorage
 * is blocked, the start is slower.
 */
const SIGNED_IN = 'relevo.signed-in'
const SHARED = 'relevo.shared'

export function readSignedInHint(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN) !== null
  } catch {
    return true
  }
}

export function writeSignedInHint(signedIn: boolean): void {
  writeHint(SIGNED_IN, signedIn ? '1' : null)
}

/** Whether the device is shared, as stated by a user (`said`) or as detected (`seen`). */
export function readSharedDeviceHint(): 'no' | 'said' | 'seen' {
  try {
    const stored = localStorage.getItem(SHARED)
    return stored === 'said' || stored === 'seen' ? stored : 'no'
  } catch {
    return 'no'
  }
}

export function writeSharedDeviceHint(shared: 'no' | 'said' | 'seen'): void {
  writeHint(SHARED, shared)
}

function writeHint(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // localStorage may be blocked; hints are optional.
  }
}
