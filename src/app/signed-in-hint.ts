/**
 * Whether the database should be asked who works here before anything is shown. The truth lies in the device's database, behind a
 * library that the sign-in page need not wait for; this only says which of the two to show first.
 */
const KEY = 'relevo.signed-in'

export function hintsSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

export function hintSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Without it the next start only looks a little longer.
  }
}

const SHARED = 'relevo.shared'

/** What the sign-in form shows of the device's own record before its database is there: that it is shared, and how that is known. */
export function hintedShared(): 'no' | 'said' | 'seen' {
  try {
    const hint = localStorage.getItem(SHARED)
    return hint === 'said' || hint === 'seen' ? hint : 'no'
  } catch {
    return 'no'
  }
}

export function hintShared(shared: 'no' | 'said' | 'seen'): void {
  try {
    localStorage.setItem(SHARED, shared)
  } catch {
    // Without it the form only asks anew.
  }
}
