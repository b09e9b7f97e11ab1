import { later } from '#ui/index.ts'

/** Fetched with the first form that offers it, for whoever is signed in. When it cannot be had, the form is as good without. */
export const LaterLikeLast = later(async () => {
  try {
    return (await import('./like-last.tsx')).LikeLast
  } catch {
    return () => null
  }
})
