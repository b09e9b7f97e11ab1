import { config } from 'zod/v4'

/**
 * Stands in for `zod` in what is built for browsers (vite.config.ts): our content security policy forbids eval, zod would try it at its
 * first schema, and the browser would report a violation. Whoever imports zod imports this, so it comes before every schema, however
 * the build cuts its files. The server compiles its schemas and stays fast.
 */
config({ jitless: true })

export * from 'zod/v4'
