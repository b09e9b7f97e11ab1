import { laterOrNone } from '#ui/index.ts'

/** Comes after the form, because it can only ask the server: its call brings what describes whole forms. */
export const LaterTakesNotice = laterOrNone(async () => (await import('./takes-notice.tsx')).TakesNotice)
