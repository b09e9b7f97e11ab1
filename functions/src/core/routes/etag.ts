import { sha256Hex } from '../http/digest.ts'

/** A reply to another system, which may ask again whether anything is new: the tag is that of its bytes, so that it tells of every change, also of one that makes no new version. */
export async function taggedReply(request: Request, value: unknown): Promise<Response> {
  const text = JSON.stringify(value)
  const etag = `"${await sha256Hex(text)}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } })
}
