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
