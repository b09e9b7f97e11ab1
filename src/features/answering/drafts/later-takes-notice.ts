import { laterOrNone } from '#ui/index.ts'

/** Loaded after the form, because the schemas of its endpoint are large and it needs the server anyway. */
export const LaterTakesNotice = laterOrNone(async () => (await import('./takes-notice.tsx')).TakesNotice)
