import { describe, expect, it } from 'vitest'
import { changingRoutes, type Route } from '#tests/support/bad-input/routes.ts'
import { buildWorld } from '#tests/support/server/world.ts'

/** Input for which no route may reply with 500, hang or store half a row. */
const text = (value: unknown) => JSON.stringify(value)
const BODIES: readonly (readonly [string, string | Uint8Array])[] = [
  ['nothing', ''],
  ['no JSON', '{'],
  ['no JSON after JSON', '{} {}'],
  ['a number', '7'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['a NUL', '\u0000'],
  ['NULs in values', text({ email: '\u0000', password: '\u0000', token: '\u0000', data: '\u0000' })],
  ['lone surrogates', '{"email":"\\ud800","password":"\\udfff","token":"\\ud800","data":"\\ud800"}'],
  ['right-to-left marks', text({ email: '\u202eines', password: '\u202e', token: '\u202e' })],
  ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ['a broken last character', new Uint8Array([0x22, 0xe2, 0x82])],
  ['a deep list', '['.repeat(7000) + ']'.repeat(7000)],
  ['a deep object', '{"data":'.repeat(1500) + '1' + '}'.repeat(1500)],
  ['a deep value', `{"data":${'['.repeat(7000)}${']'.repeat(7000)}}`],
  ['__proto__', '{"__proto__":{"email":"ines"},"email":"ines","password":"x"}'],
  ['__proto__ written otherwise', '{"data":{"\\u005f_proto__":{"polluted":true}},"email":"ines","password":"x"}'],
  ['constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['toString', '{"toString":1,"hasOwnProperty":1}'],
  [
    'wrong types',
    text({
      email: ['ines'],
      password: { $ne: null },
      token: 1,
      protocol: '1',
      device: 1,
      account: null,
      mutations: {},
    }),
  ],
  [
    'numbers beyond all bounds',
    text({ protocol: 1e308, mutations: [1e308, -0], device: 'D'.repeat(26), account: 'ines' }),
  ],
  ['a fraction as version', text({ protocol: 1.5, mutations: [], device: 'D'.repeat(26), account: 'ines' })],
  ['a formula', text({ email: '=cmd()', password: '@SUM(1)', token: '+1' })],
  ['a query', text({ email: "' OR 1=1 --", password: "'; DROP TABLE usuarios; --", token: '../../etc/passwd' })],
  ['surplus fields', text({ email: 'ines', password: 'x', roles: ['ROLE_ADMIN'], areas: ['paises/AR'] })],
  ['long values', text({ email: 'a'.repeat(10_000), password: 'a'.repeat(5000), token: 'a'.repeat(500) })],
  ['17 KB', text({ email: 'ines', password: 'a'.repeat(17_000) })],
  ['1 MB', text({ email: 'a'.repeat(1_000_000) })],
  ['10,000 repeats', `{${'"email":"ines",'.repeat(10_000)}"password":"x"}`],
  [
    '101 mutations',
    text({ protocol: 1, device: 'D'.repeat(26), account: 'ines', mutations: Array.from({ length: 101 }, () => null) }),
  ],
]
/** Besides the API's own: upload bytes, which tus handles, and an unknown route. */
const OTHERS: readonly Route[] = ['/api/uploads', '/api/unknownCall'].map((path) => ({
  method: 'POST',
  path,
  forAuthors: false,
  takesAnything: false,
}))
const REFUSED = [400, 401, 403, 404, 412, 413, 422, 429]

describe('a body that no one sends by accident', () => {
  it.each(BODIES)('is refused with a reason: %s', async (_, body) => {
    const world = await buildWorld()
    const [ines, sofia] = [await world.signIn('ines'), await world.signIn('sofia')]
    const before = await everything(world)
    for (const { method, path, forAuthors, takesAnything } of [...changingRoutes(), ...OTHERS]) {
      for (const type of [undefined, 'application/json', 'text/plain', 'image/png']) {
        const headers = type === undefined ? {} : { 'content-type': type }
        const response = await world.ask(method, path, { cookie: forAuthors ? sofia : ines, body, headers })
        expect([...REFUSED, ...(takesAnything ? [200] : [])], path).toContain(response.status)
        const replyBody: unknown = JSON.parse(await response.text())
        if (response.status !== 200) expect(replyBody, path).toMatchObject({ error: {} })
      }
    }
    expect(world.log).toEqual([])
    expect(await everything(world)).toEqual(before)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

const PATHS = [
  '/api',
  '/api/',
  '/api//session',
  '/api/nothing',
  '/api/session/',
  '/api/answers/',
  '/api/answers/%00',
  '/api/answers/..%2f..%2fusuarios%2fada',
  '/api/answers/%',
  '/api/answers/%ff',
  '/api/answers/x/files/y',
  '/api/answers?template[]=1',
  '/api/answers?template=%00',
  '/api/answers?template=nota&page=abc',
  '/api/answers?template=nota&template=nota',
  '/api/sync/pull?cursor=%00&scope=%ff',
  `/api/sync/pull?cursor=${'a'.repeat(501)}`,
  `/api/sync/pull?report=${'['.repeat(1900)}`,
  '/api/sync/pull?report=null',
  '/api/sync/pull?report=%7B%22__proto__%22%3A1%7D',
  '/api/uploads/%2e%2e%2f',
  '/api/uploads/..',
  '/api/__proto__',
  '/api/constructor',
  '/api/templates',
  '/api/templates/',
  '/api/templates/..%2fusuarios%2fada',
  '/api/templates/%00',
  '/api/templates/%ff',
  '/api/templates/__name__',
  '/api/templates/nuevo',
  '/api/templates/nota/versions/0',
  '/api/templates/nota/versions/-1',
  '/api/templates/nota/versions/1e3',
  '/api/templates/nota/versions/99999999999',
  '/api/templates/nota/versions/..',
  '/api/templates/nota/versions/%00',
  '/api/templates/nota/images/x',
  `/api/templates/nota/images/${'A'.repeat(64)}`,
  `/api/templates/%2e%2e/images/${'a'.repeat(64)}`,
  '/api/templates/nota/scope/x',
]

describe('an address that leads nowhere', () => {
  it.each(PATHS)('%s', async (path) => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
      const response = await world.ask(method, path, { cookie })
      expect(response.status, method).toBeLessThan(500)
      if (response.status >= 400 && method !== 'HEAD') expect(JSON.parse(await response.text())).toHaveProperty('error')
    }
    expect(world.log).toEqual([])
  })
})

describe('headers that no one sends by accident', () => {
  it.each([
    { cookie: '__session' },
    { cookie: '__session=' },
    { cookie: `__session=${'A'.repeat(42)}` },
    { cookie: `__session=${'A'.repeat(100_000)}` },
    { cookie: '; ; =; __session==; __session=%00' },
    { cookie: `x__session=${'A'.repeat(43)}` },
    { cookie: `__session=${'..%2f'.repeat(9)}` },
    { 'x-relevo-account': 'a'.repeat(10_000) },
    { 'content-length': '-1' },
    { 'content-length': 'abc' },
    { 'content-length': '99999999999999999999' },
    { range: 'bytes=9999999999999999999999-' },
    { 'upload-metadata': 'a'.repeat(100_000) },
  ])('%j', async (headers) => {
    const world = await buildWorld()
    for (const [method, path] of [
      ['GET', '/api/session'],
      ['POST', '/api/session'],
      ['POST', '/api/uploads'],
      ['GET', '/api/sync/pull'],
    ] as const) {
      const response = await world.ask(method, path, {
        headers: headers as unknown as Record<string, string>,
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
    }
    expect(world.log).toEqual([])
  })
})

async function everything(world: Awaited<ReturnType<typeof buildWorld>>): Promise<unknown> {
  const collections = [
    'usuarios',
    'websession',
    'respuestas_formularios',
    'files',
    'held',
    'tokens',
    'credentials',
    'receipts',
    'formularios',
    'versiones',
    'formEditedInfo',
    'imagenes',
  ]
  return Promise.all(collections.map((collection) => world.store.count({ collection })))
}
