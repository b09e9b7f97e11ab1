const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
}
const COMPRESSED_ALREADY: ReadonlySet<string> = new Set(['jpg', 'png', 'webp', 'woff', 'woff2'])

export function contentTypeOf(ending: string): string {
  return TYPES[ending] ?? 'application/octet-stream'
}

export function isCompressible(ending: string): boolean {
  return !COMPRESSED_ALREADY.has(ending)
}
