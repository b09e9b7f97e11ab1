import type { PublicForm } from '#domain/pages/index.ts'
import { NO_STORE } from '../http/security-headers.ts'
import type { PublicFormReply } from './public-page.ts'

/** Compressed replies by the object from `findPublicForm`, which is the same until the form is written. */
const packed = new WeakMap<PublicForm, Map<string, Promise<Uint8Array<ArrayBuffer>>>>()
/** Maximum entries per form: two languages, data and page, before and after a change of design. */
const MAX_KEPT = 8

/** Reply with a compressed public form, from a cache. Undefined for clients that do not accept gzip. */
export async function gzipForm(formData: PublicFormReply, request: Request): Promise<Response | undefined> {
  const bytes = await gzipOnce(formData.form, request, `form ${formData.codeHidden}`, () => JSON.stringify(formData))
  return bytes === undefined
    ? undefined
    : new Response(bytes, { headers: { 'content-type': 'application/json', ...GZIP_HEADERS, ...NO_STORE } })
}

export const GZIP_HEADERS = { 'content-encoding': 'gzip', vary: 'accept-encoding' }

/**
 * Compresses a text of a form, and caches it until the form is written.
 * @param name cache key, besides the form
 * @returns undefined when the client does not accept gzip
 */
export async function gzipOnce(
  form: PublicForm,
  request: Request,
  name: string,
  make: () => string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return undefined
  const kept = packed.get(form) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  packed.set(form, kept)
  const bytes = kept.get(name) ?? gzipText(make())
  if (!kept.has(name) && kept.size >= MAX_KEPT) kept.clear()
  kept.set(name, bytes)
  return bytes
}

async function gzipText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = new Response(text)
  return new Uint8Array(await new Response(body?.pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
}
