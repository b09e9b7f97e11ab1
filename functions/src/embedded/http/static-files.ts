import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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

function guessContentType(ending: string): string {
  return TYPES[ending] ?? 'application/octet-stream'
}

function isCompressible(ending: string): boolean {
  return !COMPRESSED_ALREADY.has(ending)
}

/** Accepts plain names only: no hidden files, parent folders or encoded characters. */
const PATH = /^(?:\/[\w@~+-][\w.@~+-]*)+$/
/** URL of the worker that reads QR codes with WebAssembly (src/ui/capture/qr). Also in firebase.json. */
const WASM_WORKER = /^\/assets\/qr-worker-[\w-]+\.js$/
/**
 * Files that are never served under their own names: source maps contain the whole source, for debugging on the machine
 * itself, and `.br` files are compressed copies of other files (`compressAssets` in build-app.mjs).
 */
const UNSERVED = /\.(?:map|br)$/
const SMALLEST_TO_COMPRESS = 1024
const YEAR = 31_536_000

type Encoding = 'br' | 'gzip' | 'identity'
type Body = Uint8Array<ArrayBuffer>
type CachedFile = {
  readonly changed: number
  readonly etag: string
  readonly encodings: readonly Encoding[]
  readonly body: (encoding: Encoding) => Promise<Body>
}

/**
 * Serves the built app. Browsers cache files in `/assets/` for a year, because their names contain a hash, and
 * revalidate all other files. Files are kept in memory, because they are few. Files that the build has not compressed
 * are compressed when first requested.
 * @param folder output of the build
 * @param headers headers of every response
 * @param ofWasm headers of the worker that may run WebAssembly
 */
export function createStaticFileHandler(
  folder: string,
  headers: Readonly<Record<string, string>>,
  ofWasm: Readonly<Record<string, string>> = headers,
): (request: Request, path: string) => Promise<Response> {
  const kept = new Map<string, Promise<CachedFile>>()

  async function load(path: string): Promise<CachedFile | undefined> {
    const file = join(folder, path)
    const info = await stat(file).catch(ignoreInvalidPath)
    if (info === undefined || !info.isFile()) return undefined
    const knownFile = await kept.get(path)
    if (knownFile?.changed === info.mtimeMs) return knownFile
    const loading = prepareFile(file, info.mtimeMs)
    kept.set(path, loading)
    // A failed read must not be cached.
    loading.catch(() => kept.delete(path))
    return loading
  }

  return async (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return buildPlainTextResponse(405, 'Method not allowed', { ...headers, allow: 'GET, HEAD' })
    const requested = path === '/' ? '/index.html' : path
    const file = PATH.test(requested) && !UNSERVED.test(requested) ? await load(requested) : undefined
    if (file !== undefined) return reply(request, requested, file)
    if (!isNavigation(path)) return buildPlainTextResponse(404, 'Not found', headers)
    const app = await load('/index.html')
    return app === undefined
      ? buildPlainTextResponse(503, 'The app has not been built yet: npm run build', headers)
      : reply(request, '/index.html', app)
  }

  async function reply(request: Request, path: string, file: CachedFile): Promise<Response> {
    const encoding = pickEncoding(request.headers.get('accept-encoding') ?? '', file)
    const etag = `"${file.etag}-${encoding}"`
    const all: Record<string, string> = {
      ...(WASM_WORKER.test(path) ? ofWasm : headers),
      'cache-control': chooseCaching(path),
      'content-type': guessContentType(getPathExtension(path)),
      etag,
      vary: 'accept-encoding',
    }
    if (request.headers.get('if-none-match')?.includes(etag) === true)
      return new Response(null, { status: 304, headers: all })
    if (encoding !== 'identity') all['content-encoding'] = encoding
    const body = await file.body(encoding)
    all['content-length'] = String(body.length)
    return new Response(request.method === 'HEAD' ? null : body, { headers: all })
  }
}

/** Pages are not stored (`NO_STORE_HEADERS` of core says why); files with a hash in their name never change. */
function chooseCaching(path: string): string {
  if (path.startsWith('/assets/')) return `public, max-age=${YEAR}, immutable`
  return getPathExtension(path) === 'html' ? 'no-store' : 'no-cache'
}

/** True for a URL of the app: not a file, and not the API. */
function isNavigation(path: string): boolean {
  return !/^\/(api|assets)(\/|$)/.test(path) && getPathExtension(path) === ''
}

function getPathExtension(path: string): string {
  return /\.([^./]*)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

async function prepareFile(file: string, changed: number): Promise<CachedFile> {
  const content = new Uint8Array(await readFile(file))
  const compressible = isCompressible(getPathExtension(file)) && content.length >= SMALLEST_TO_COMPRESS
  const bodies = new Map<Encoding, Promise<Body>>([['identity', Promise.resolve(content)]])
  return {
    changed,
    etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
    encodings: compressible ? ['br', 'gzip'] : [],
    body: (encoding) => {
      const body = bodies.get(encoding) ?? readCompressed(file, content, encoding)
      bodies.set(encoding, body)
      return body
    },
  }
}

async function readCompressed(file: string, content: Body, encoding: Encoding): Promise<Body> {
  if (encoding === 'gzip') return new Uint8Array(await promisify(gzip)(content, { level: 9 }))
  const built = await readFile(`${file}.br`).catch(ignoreInvalidPath)
  if (built !== undefined) return new Uint8Array(built)
  // Quality 9 would make files 1 % smaller and take ten times as long.
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return new Uint8Array(await promisify(brotliCompress)(content, { params: quality }))
}

function pickEncoding(accepted: string, file: CachedFile): Encoding {
  const offered = accepted
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  return file.encodings.find((encoding) => offered.includes(encoding)) ?? 'identity'
}

function buildPlainTextResponse(status: number, text: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** Treats a path that is too long, or that uses a file as a folder, like a missing file. */
function ignoreInvalidPath(error: unknown): undefined {
  if (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG' || error.code === 'ENOENT')
  )
    return undefined
  throw error
}
