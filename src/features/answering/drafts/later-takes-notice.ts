import { lazyPartOrNone } from '#ui/index.ts'

/** Loaded after the form, because the schemas of its endpoint are large and it needs the server anyway. */
export const LazyAcceptanceNotice = lazyPartOrNone(async () => (await import('./takes-notice.tsx')).AcceptanceNotice)
