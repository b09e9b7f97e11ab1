import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createCloudFunctions } from '#firebase/cloud-functions.ts'
import { instance, machine } from '#tests/support/cloud/instance.ts'

const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'))

type Rewrite = { readonly source: string; readonly destination?: string; readonly function?: { functionId: string } }
type Headers = {
  readonly source: string
  readonly headers: readonly { readonly key: string; readonly value: string }[]
}
type Hosting = { readonly rewrites: readonly Rewrite[]; readonly headers: readonly Headers[] }
const { hosting } = read('firebase.json') as { readonly hosting: Hosting }

const matchesSource = (path: string, source: string): boolean =>
  source.startsWith('!') ? !posix.matchesGlob(path, source.slice(1)) : posix.matchesGlob(path, source)

/** The target of a path without a file: the first matching rewrite, as in Hosting. */
function targetOf(path: string): string | undefined {
  const found = hosting.rewrites.find(({ source }) => matchesSource(path, source))
  return found?.destination ?? found?.function?.functionId
}

describe('Hosting', () => {
  it.each(['/assets/app-1a2b3c4d.js', '/assets/a/b.css', '/assets/qr-worker-1a2b.js', '/assets/none'])(
    'never answers a missing file of the app with its page: %s',
    (path) => {
      expect(targetOf(path)).toBe('api')
    },
  )

  it.each([
    ['/', '/index.html'],
    ['/formularios/comercios', '/index.html'],
    ['/login', '/index.html'],
    ['/api/health', 'api'],
    ['/publico/contestar/comercios', 'api'],
    ['/pago', 'api'],
    ['/pago/sealed', 'api'],
    ['/pago-exitoso/ABC/1', 'api'],
  ])('leads %s to %s', (path, target) => {
    expect(targetOf(path)).toBe(target)
  })

  it.each([
    ['/', 'no-store'],
    ['/index.html', 'no-store'],
    ['/publico.html', 'no-store'],
    ['/listar', 'no-store'],
    ['/municipios/AR~cordoba/pagos', 'no-store'],
    ['/assets/app-1a2b3c4d.js', 'public, max-age=31536000, immutable'],
    ['/service-worker.js', 'no-cache'],
    ['/icon.svg', undefined],
  ])('has %s cached as %s', (path, caching) => {
    const found = hosting.headers.filter(({ source }) => matchesSource(path, source)).flatMap(({ headers }) => headers)
    expect(found.findLast(({ key }) => key === 'Cache-Control')?.value).toBe(caching)
  })

  it('has a function that answers such a file with a 404 that nothing keeps, and with no page', async () => {
    const { ask } = await instance(machine())
    const response = await ask('GET', '/assets/app-1a2b3c4d.js')
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(response.headers.get('content-type')).toContain('json')
  })
})

describe('the functions', () => {
  type Endpoint = Readonly<Record<string, unknown>>
  const endpoints = Object.entries(
    createCloudFunctions(() => {
      throw new Error('opened')
    }, ['SMTP_URL']),
  ).map(([name, { __endpoint }]): [string, Endpoint] => [name, __endpoint as unknown as Endpoint])

  it.each(endpoints)('state memory, concurrency, instances and secrets: %s', (name, endpoint) => {
    const { availableMemoryMb, concurrency, maxInstances, timeoutSeconds, secretEnvironmentVariables } = endpoint
    const [memory, requests, instances, seconds] = {
      api: [1024, 40, 20, 600],
      jobs: [512, 1, 1, 300],
      sweep: [512, 1, 1, 540],
    }[name] ?? [0]
    expect([availableMemoryMb, concurrency, maxInstances, timeoutSeconds]).toEqual([
      memory,
      requests,
      instances,
      seconds,
    ])
    expect(secretEnvironmentVariables).toEqual([{ key: 'SMTP_URL' }])
  })
})

it('the example of .firebaserc names one project', () => {
  expect(read('.firebaserc.example')).toEqual({ projects: { default: 'your-project' } })
})
