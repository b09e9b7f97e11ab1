import { laterOrNone } from '#ui/index.ts'

/** Loaded after the form, as it needs the server; its endpoint pulls in the schemas of whole forms. */
export const LaterTakesNotice = laterOrNone(async () => (await import('./takes-notice.tsx')).TakesNotice)
