import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/**
 * Serves a server's replies over HTTPS, as in production: WebKit follows `no-store` only there.
 * @param folder for the certificate, which browsers must be set to accept
 */
export async function openSecureOrigin(server: string, folder: string) {
  mkdirSync(folder, { recursive: true })
  const [key, cert] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name)) as [string, string]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', ...names],
    { stdio: 'ignore' },
  )
  const { hostname, port, host } = new URL(server)
  const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, reply) => {
    const { origin, ...headers } = asked.headers
    const own = { ...headers, host, ...(origin === undefined ? {} : { origin: server }) }
    const passed = forward({ hostname, port, path: asked.url, method: asked.method, headers: own }, (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    proxy.closeAllConnections()
    proxy.close()
  }
  return { origin: `https://localhost:${(proxy.address() as AddressInfo).port}`, close }
}
