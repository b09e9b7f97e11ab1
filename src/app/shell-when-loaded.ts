import { later } from '#ui/index.ts'

/** The frame of every screen behind the sign-in: a file of its own, fetched at once where somebody is probably signed in. */
export const Shell = later(async () => (await import('./shell/shell.tsx')).Shell)
