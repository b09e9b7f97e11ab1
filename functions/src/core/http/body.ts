import type { z } from 'zod'
import { limitCombiningMarksWithin, ok, refuse } from '#domain/kernel/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { MAX_STORED_BYTES_PER_SENT_BYTE } from '../capacity/gate.ts'

/** Resources that reading a body needs. */
type BodyResources = Pick<Core, 'bodies' | 'disk' | 'tuning'>

const decoder = new TextDecoder('utf-8', { fatal: true })
/**
 * Maximum values in a body, including lists and objects. 8 MB of brackets would be four million values and take nine
 * seconds to parse.
 */
export const MAX_BODY_VALUES = 120_000

/**
 * Reads a JSON body of at most `limit` bytes, and reserves disk space for it. The result is `unknown`, for a schema to
 * check; long runs of combining marks in its texts are shortened (`limitCombiningMarks`). Refuses with
 * request.too-large (size or number of values), request.malformed (not JSON in valid UTF-8, an invalid length or a
 * broken connection) and server.busy (no memory or disk space, or a stalled body).
 */
export async function readJsonBody(
  resources: BodyResources,
  request: Request,
  limit: number,
  weigh: (bytes: number) => void = () => undefined,
): Promise<Result<unknown>> {
  const bytes = await readLimitedBody(resources, request, limit, MAX_STORED_BYTES_PER_SENT_BYTE)
  if (!bytes.ok) return bytes
  weigh(bytes.value.byteLength)
  // A body with fewer bytes than MAX_BODY_VALUES cannot contain more values.
  if (bytes.value.byteLength > MAX_BODY_VALUES && hasMoreValues(MAX_BODY_VALUES, bytes.value))
    return refuse('request.too-large', { values: MAX_BODY_VALUES })
  try {
    const text = decoder.decode(bytes.value)
    const value: unknown = JSON.parse(text)
    return ok(MAY_HAVE_MARKS.test(text) ? limitCombiningMarksWithin(value) : value)
  } catch {
    return refuse('request.malformed')
  }
}

/** True for text with combining marks, or escapes that could be marks. Other texts need no check. */
const MAY_HAVE_MARKS = /\\u|\p{M}/u

/** Reads a JSON body of this schema. Refuses like `readJsonBody`, and with request.malformed for other content. */
export async function readParsedBody<T>(
  resources: BodyResources,
  request: Request,
  limit: number,
  schema: z.ZodType<T>,
): Promise<Result<T>> {
  const body = await readJsonBody(resources, request, limit)
  if (!body.ok) return body
  const parsed = parseUnlessStackOverflows(schema, body.value)
  return parsed?.success === true && !hasProtoKey(body.value) ? ok(parsed.data) : refuse('request.malformed')
}

/** Result of a schema. Undefined if collecting the faults overflows the stack, which needs about 60,000 faults. */
export function parseUnlessStackOverflows<T>(
  schema: z.ZodType<T>,
  value: unknown,
): z.ZodSafeParseResult<T> | undefined {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Reads a body of at most `limit` bytes that is stored unchanged. Refuses with request.too-large, server.busy (no
 * memory or disk space, or a stalled body) and request.malformed (invalid length, or a broken connection).
 */
export function readBodyBytes(
  resources: BodyResources,
  request: Request,
  limit: number,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  return readLimitedBody(resources, request, limit, 1)
}

async function readLimitedBody(
  { bodies, disk, tuning }: BodyResources,
  request: Request,
  limit: number,
  storedPerByte: number,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  let body: Result<Uint8Array<ArrayBuffer>>
  try {
    body = await bodies.read(request, limit)
  } catch {
    return refuse('request.malformed')
  }
  // Space for a small body was reserved when the request was admitted.
  if (!body.ok || body.value.byteLength <= tuning.smallBodyBytes) return body
  const reserved = await disk.reserve(request, body.value.byteLength * storedPerByte)
  return reserved.ok ? body : reserved
}

/** Counts values by commas and opening brackets outside strings. Invalid JSON is left to the parser. */
function hasMoreValues(max: number, bytes: Uint8Array): boolean {
  let values = 0
  let inText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    if (inText) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) {
      values += 1
      if (values > max) return true
    }
  }
  return false
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/**
 * True when a key `__proto__` is anywhere inside. Our schemas drop or refuse such keys, but the sender is malicious and
 * is refused. Uses its own stack, because nesting may be deeper than the call stack.
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
    // `for…in`, because `Object.values` takes three times as long with a hundred thousand keys.
    else for (const name in next) keep((next as Readonly<Record<string, unknown>>)[name])
  }
  return false
}
