/** The frame of every screen behind the sign-in: a file of its own, fetched at once where somebody is probably signed in. */
export function loadShell(): Promise<typeof import('./shell/shell.tsx')> {
  return import('./shell/shell.tsx')
}
