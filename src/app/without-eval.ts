/**
 * Imported first by whatever runs in a browser: our content security policy forbids eval, zod would try it at its first schema, and the browser would report a
 * violation. The server compiles its schemas and stays fast. Zod's own place for this is read when zod is loaded, so zod is not imported here.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
