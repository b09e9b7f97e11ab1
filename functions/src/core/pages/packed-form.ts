import type { PublicForm } from '#domain/pages/index.ts'
import { NO_STORE } from '../http/security-headers.ts'
import type { Told } from './public-page.ts'

/** By the form as `findPublicForm` gives it, which is the same one until it is written. */
const packed = new WeakMap<PublicForm, Map<string, Promise<Uint8Array<ArrayBuffer>>>>()
/** Of one form: two languages, as data and as a page in its municipality's looks, now and before they changed. */
const MOST_KEPT = 8

/** A public form, compressed once however often it is asked for. Undefined for who takes nothing compressed. */
export async function packedForm(told: Told, request: Request): Promise<Response | undefined> {
  const bytes = await packedOf(told.form, request, `form ${told.codeHidden}`, () => JSON.stringify(told))
  return bytes === undefined
    ? undefined
    : new Response(bytes, { headers: { 'content-type': 'application/json', ...PACKED, ...NO_STORE } })
}

export const PACKED = { 'content-encoding': 'gzip', vary: 'accept-encoding' }

/** Compressed once until the form is written. @param name all else it depends on @returns undefined: gzip not taken */
export async function packedOf(
  form: PublicForm,
  request: Request,
  name: string,
  make: () => string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return undefined
  const kept = packed.get(form) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  packed.set(form, kept)
  const bytes = kept.get(name) ?? pack(make())
  if (!kept.has(name) && kept.size >= MOST_KEPT) kept.clear()
  kept.set(name, bytes)
  return bytes
}

async function pack(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = new Response(text)
  return new Uint8Array(await new Response(body?.pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
}
