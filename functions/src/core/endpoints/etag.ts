import { sha256Hex } from '../http/digest.ts'

/** To another system, which may ask again for news: the bytes' tag shows every change, also without a new version. */
export async function taggedReply(request: Request, value: unknown): Promise<Response> {
  const text = JSON.stringify(value)
  const etag = `"${await sha256Hex(text)}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } })
}
