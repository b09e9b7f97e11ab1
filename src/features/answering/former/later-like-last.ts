import { laterOrNone } from '#ui/index.ts'

/** Fetched with the first form that offers it, for whoever is signed in. When it cannot be had, the form is as good without. */
export const LaterLikeLast = laterOrNone(async () => (await import('./like-last.tsx')).LikeLast)
