import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { MAX_ICON_BYTES, detectTileType } from '#domain/maps/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { ExternalSystemDeps } from '../http.ts'
import { restrictToPublicAddresses, type PublicAddressSettings, ADDRESS_REFUSED_CODE } from './public-only.ts'

export type ImageFetcher = (url: string) => Promise<Result<Uint8Array<ArrayBuffer>>>

/** Timeout for the whole image in milliseconds; a user is waiting for a list. */
const REQUEST_TIMEOUT_MS = 10_000
const MAX_HEADER_BYTES = 16 * 1024

/** Fetches icons from URLs of other systems, with the same address checks as webhooks. Any failure is file.missing. */
export function createImageFetcher(
  deps: Pick<ExternalSystemDeps, 'timeout' | 'failed'>,
  settings: PublicAddressSettings,
): ImageFetcher {
  const { targetOf, lookup } = restrictToPublicAddresses(settings)
  return (url) => {
    const target = targetOf(url)
    if (target === undefined) return Promise.resolve(refuse('file.missing'))
    return new Promise((settle) => {
      const none = (): void => settle(refuse('file.missing'))
      const ask = target.protocol === 'https:' ? overHttps : overHttp
      const clientRequest = ask(target, {
        method: 'GET',
        agent: false,
        lookup,
        signal: deps.timeout(REQUEST_TIMEOUT_MS),
        maxHeaderSize: MAX_HEADER_BYTES,
        headers: { 'user-agent': 'Relevo' },
      })
      clientRequest.once('response', (response) => {
        if (response.statusCode !== 200) return void response.destroy()
        const chunks: Buffer[] = []
        let length = 0
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > MAX_ICON_BYTES) response.destroy()
          else chunks.push(chunk)
        })
        response.once('end', () => {
          const bytes = new Uint8Array(Buffer.concat(chunks))
          // A response that is too large may still end normally, so its length is checked again.
          settle(length > MAX_ICON_BYTES || detectTileType(bytes) === undefined ? refuse('file.missing') : ok(bytes))
        })
        response.on('error', none)
      })
      clientRequest.once('close', none)
      // Handles all errors, not only the first: one after the image was received must not stop the server.
      clientRequest.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== ADDRESS_REFUSED_CODE)
          deps.failed({ system: 'icons', why: `${error.name}: ${error.message}` })
        none()
      })
      clientRequest.end()
    })
  }
}
