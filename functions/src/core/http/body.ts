import type { z } from 'zod'
import { ok, refuse } from '#domain/kernel/index.ts'
import type { Result } from '#domain/kernel/index.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
/**
 * Values in one body: what is in its lists and objects, and these themselves. The largest form has so many, the longest answer fewer. 8 MB of brackets have
 * four million and kept the one thread for nine seconds, of names that are all different 700,000 and a second.
 */
export const MOST_VALUES = 120_000

/**
 * Reads a JSON body of at most `limit` bytes.
 * Refuses with request.too-large before more than that was read, and for more values than anything of ours has, and with request.malformed for
 * anything that is not JSON in valid UTF-8. What comes out is `unknown`: a schema has the next word.
 */
export async function readJson(request: Request, limit: number): Promise<Result<unknown>> {
  const bytes = await readBytes(request, limit)
  if (!bytes.ok) return bytes
  // A shorter body cannot hold so many, and is not looked through: most are.
  if (bytes.value.byteLength > MOST_VALUES && hasMoreValues(MOST_VALUES, bytes.value)) return refuse('request.too-large', { values: MOST_VALUES })
  try {
    return ok(JSON.parse(decoder.decode(bytes.value)))
  } catch {
    return refuse('request.malformed')
  }
}

/** A JSON body of this schema; refuses like `readJson`, and with request.malformed for any other content. */
export async function readParsed<T>(request: Request, limit: number, schema: z.ZodType<T>): Promise<Result<T>> {
  const body = await readJson(request, limit)
  if (!body.ok) return body
  const parsed = parsedBy(schema, body.value)
  return parsed?.success === true && !hasProtoKey(body.value) ? ok(parsed.data) : refuse('request.malformed')
}

/** What a schema says; undefined where a body has more faults (some 60,000) than the schema's own stack can gather. */
export function parsedBy<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> | undefined {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Reads a body of at most `limit` bytes. Refuses with request.too-large before more was read, and with request.malformed for a false length and for
 * a body that breaks off: a tablet that drives into a tunnel is no failure of the server.
 */
export async function readBytes(request: Request, limit: number): Promise<Result<Uint8Array<ArrayBuffer>>> {
  try {
    return await readWhole(request, limit)
  } catch {
    return refuse('request.malformed')
  }
}

async function readWhole(request: Request, limit: number): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const declared = request.headers.get('content-length')
  if (declared === null) return readStream(request, limit)
  const length = Number(declared)
  if (!Number.isInteger(length) || length < 0) return refuse('request.malformed')
  if (length > limit) return refuse('request.too-large', { limit })
  // The host's HTTP parser stops at the declared length; the second look is for hosts that do not.
  const bytes = new Uint8Array(await request.arrayBuffer())
  return bytes.byteLength > limit ? refuse('request.too-large', { limit }) : ok(bytes)
}

async function readStream(request: Request, limit: number): Promise<Result<Uint8Array<ArrayBuffer>>> {
  if (request.body === null) return ok(new Uint8Array())
  const parts: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > limit) {
      await reader.cancel()
      return refuse('request.too-large', { limit })
    }
    parts.push(value)
  }
  return ok(joined(parts, length))
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

/** One look at each byte; brackets and commas inside texts do not count. In JSON that is broken it may be wrong, which the parser then says. */
function hasMoreValues(most: number, bytes: Uint8Array): boolean {
  let values = 0
  let inText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (inText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) {
      values += 1
      if (values > most) return true
    }
  }
  return false
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/**
 * True when an own key named `__proto__` lies anywhere inside. Our schemas drop or refuse such a key, so it can do nothing; who sends
 * it is up to no good, and is told so. Walks with a list of its own, because nesting may be deeper than the call stack.
 */
export function hasProtoKey(value: unknown): boolean {
  const waiting: unknown[] = [value]
  const keep = (child: unknown): void => {
    if (typeof child === 'object') waiting.push(child)
  }
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    if (Array.isArray(next)) for (const child of next as readonly unknown[]) keep(child)
    // Of a hundred thousand names, `Object.values` takes three times as long.
    else for (const name in next) keep((next as Readonly<Record<string, unknown>>)[name])
  }
  return false
}
