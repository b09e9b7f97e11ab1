import type { PublicForm } from '#domain/documents/index.ts'
import { NO_STORE } from '../http/serve.ts'

type Told = { readonly form: PublicForm; readonly codeHidden: boolean }

/** By the form as `findPublicForm` gives it, which is the same one until it is written. */
const packed = new WeakMap<PublicForm, Map<boolean, Promise<ArrayBuffer>>>()

/** A public form as it goes over the line, compressed once however often it is asked for. Undefined for who takes nothing compressed. */
export async function packedForm(told: Told, request: Request): Promise<Response | undefined> {
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return undefined
  const kept = packed.get(told.form) ?? new Map<boolean, Promise<ArrayBuffer>>()
  packed.set(told.form, kept)
  const bytes = kept.get(told.codeHidden) ?? pack(told)
  kept.set(told.codeHidden, bytes)
  const headers = {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    ...NO_STORE,
  }
  return new Response(await bytes, { headers })
}

function pack(told: Told): Promise<ArrayBuffer> {
  const text = new Response(JSON.stringify(told)).body
  return new Response(text?.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}
