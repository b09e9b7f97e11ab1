import { z } from 'zod'
import { buildEndpointPath, API, type Endpoint } from '#domain/endpoints/index.ts'
import { buildPlainSubmit, buildSubmit, DEVICE } from '../builders/submit.ts'
import { MUNICIPALITY } from '../builders/template.ts'
import type { Ask } from '../server/world.ts'

/** A valid submission except for one place. The seed makes its ids. */
export type MutationPlace = readonly [name: string, (seed: number, value: unknown) => unknown]

const plain = (seed: number, change: (submit: Record<string, unknown>) => object): unknown => {
  const submit = buildPlainSubmit(seed, 'x') as unknown as Record<string, unknown>
  return { ...submit, ...change(submit) }
}
const content = (values: unknown, rest: object = {}) => ({ content: { values, conditions: {}, rows: {}, ...rest } })
const keyed = (key: unknown, value: unknown): unknown => Object.fromEntries([[String(key).slice(0, 1000), value]])

export const MUTATION_PLACES: readonly MutationPlace[] = [
  ['the whole mutation', (_seed, value) => value],
  ['kind', (seed, value) => plain(seed, () => ({ kind: value }))],
  ['id', (seed, value) => plain(seed, () => ({ id: value }))],
  ['answer', (seed, value) => plain(seed, () => ({ answer: value }))],
  ['author', (seed, value) => plain(seed, () => ({ author: value }))],
  ['device', (seed, value) => plain(seed, () => ({ device: value }))],
  ['clock', (seed, value) => plain(seed, () => ({ clock: value }))],
  ['offset', (seed, value) => plain(seed, () => ({ offset: value }))],
  ['template', (seed, value) => plain(seed, () => ({ template: value }))],
  ['version', (seed, value) => plain(seed, () => ({ version: value }))],
  ['header', (seed, value) => plain(seed, () => ({ header: value }))],
  ['citizen', (seed, value) => plain(seed, () => ({ header: { signatures: [], citizen: value } }))],
  [
    'name of a citizen',
    (seed, value) => plain(seed, () => ({ header: { signatures: [], citizen: { nombre: value } } })),
  ],
  [
    'number of a citizen',
    (seed, value) => plain(seed, () => ({ header: { signatures: [], citizen: { dni: value } } })),
  ],
  ['id of a citizen', (seed, value) => plain(seed, () => ({ header: { signatures: [], citizen: { id: value } } }))],
  ['address', (seed, value) => plain(seed, () => ({ header: { signatures: [], location: { direccion: value } } }))],
  [
    'latitude',
    (seed, value) =>
      plain(seed, () => ({
        header: { signatures: [], location: { direccion: 'x', latlng: { latitude: value, longitude: 0 } } },
      })),
  ],
  ['state', (seed, value) => plain(seed, () => ({ header: { signatures: [], state: value } }))],
  ['signatures', (seed, value) => plain(seed, () => ({ header: { signatures: value } }))],
  ['a text', (seed, value) => plain(seed, () => content({ '0/0': { respuesta: value } }))],
  ['a value', (seed, value) => plain(seed, () => content({ '0/0': value }))],
  ['an address of a value', (seed, value) => plain(seed, () => content(keyed(value, { respuesta: 'x' })))],
  ['a choice', (seed, value) => plain(seed, () => content({ '0/0': { chosen: value } }))],
  ['a photo', (seed, value) => plain(seed, () => content({ '0/0': { imagen: value } }))],
  ['values', (seed, value) => plain(seed, () => content(value))],
  ['conditions', (seed, value) => plain(seed, () => content({ '0/0': { respuesta: 'x' } }, { conditions: value }))],
  ['rows', (seed, value) => plain(seed, () => content({ '0/0': { respuesta: 'x' } }, { rows: value }))],
  ['a count of rows', (seed, value) => ({ ...buildSubmit(seed), ...content({}, { rows: { '1': value } }) })],
  ['a section of rows', (seed, value) => ({ ...buildSubmit(seed), ...content({}, { rows: keyed(value, 9999) }) })],
  ['files', (seed, value) => plain(seed, () => ({ files: value }))],
  [
    'name of a file',
    (seed, value) =>
      plain(seed, () => ({ files: [{ sha256: 'a'.repeat(64), bytes: 1, type: 'image/png', name: value }] })),
  ],
]

/** A valid request except for one text in it. */
export type RequestPlace = readonly [
  name: string,
  (text: string) => readonly [method: string, path: string, how?: Ask] | undefined,
]

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed().slice(0, 4000))
/** Headers contain only visible characters; others cannot be sent and are skipped. */
const header = (name: string, text: string): Record<string, string> | undefined => {
  const value = text.slice(0, 8000)
  return /^[\t\x20-\x7e]*$/.test(value) ? { [name]: value } : undefined
}
const withHeader = (
  [method, path]: readonly [method: string, path: string],
  name: string,
  text: string,
  more: Record<string, string> = {},
) => {
  const headers = header(name, text)
  return headers === undefined ? undefined : ([method, path, { headers: { ...more, ...headers } }] as const)
}
const base64 = (text: string): string => Buffer.from(text.slice(0, 4000), 'utf8').toString('base64')
const upload = (type: string, name: string, sha256 = 'a'.repeat(64)) => ({
  headers: {
    'tus-resumable': '1.0.0',
    'upload-length': '5',
    'upload-metadata': `sha256 ${base64(sha256)},type ${base64(type)},name ${base64(name)}`,
  },
})

function fieldsOf(query: z.ZodType): readonly string[] {
  if (!(query instanceof z.ZodObject)) throw new Error('A query whose fields cannot be told would not be tried')
  return Object.keys(query.shape)
}

/** Each path and query parameter of every endpoint. */
const ADDRESS_PLACES: readonly RequestPlace[] = Object.values<Endpoint>(API).flatMap((endpoint) => {
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const fields = endpoint.query === undefined ? [] : fieldsOf(endpoint.query)
  const good = Object.fromEntries(
    [...params, ...(fields.includes('template') ? ['template'] : [])].map((name) => [name, 'nota']),
  )
  return [...params, ...fields].map((name): RequestPlace => [
    `${name} of ${endpoint.method} ${endpoint.path}`,
    (text) => [
      endpoint.method,
      buildEndpointPath(endpoint, { ...good, [name]: text.toWellFormed().slice(0, 4000) }),
      endpoint.body === undefined ? {} : { body: {} },
    ],
  ])
})

/** Places outside of the endpoints' fields: headers, encodings, uploads, and deeply nested fields of bodies. */
export const REQUEST_PLACES: readonly RequestPlace[] = [
  ...ADDRESS_PLACES,
  ['an address', (text) => ['GET', `/api/${encoded(text)}`]],
  ['a cursor', (text) => ['GET', `/api/sync/pull?cursor=${encoded(text)}`]],
  ['a cursor, written as ours are', (text) => ['GET', `/api/sync/pull?cursor=${encoded(base64(text))}`]],
  ['a scope', (text) => ['GET', `/api/sync/pull?scope=${encoded(text)}`]],
  ['a report', (text) => ['POST', '/api/sync/pull', { body: text }]],
  ['a field of a report', (text) => ['POST', '/api/sync/pull', { body: { device: DEVICE, appVersion: text } }]],
  ['an upload', (text) => ['HEAD', `/api/uploads/${encoded(text)}`]],
  ['the type of an upload', (text) => ['POST', '/api/uploads', upload(text, 'a.png')]],
  ['the name of an upload', (text) => ['POST', '/api/uploads', upload('image/png', text)]],
  ['the hash of an upload', (text) => ['POST', '/api/uploads', upload('image/png', 'a.png', text)]],
  [
    'the metadata of an upload',
    (text) => withHeader(['POST', '/api/uploads'], 'upload-metadata', text, { 'upload-length': '5' }),
  ],
  [
    'the length of an upload',
    (text) => withHeader(['POST', '/api/uploads'], 'upload-length', text, upload('image/png', 'a.png').headers),
  ],
  [
    'the version of an upload',
    (text) => withHeader(['POST', '/api/uploads'], 'tus-resumable', text, upload('image/png', 'a.png').headers),
  ],
  [
    'the method of an upload',
    (text) =>
      withHeader(['POST', '/api/uploads'], 'x-http-method-override', text, upload('image/png', 'a.png').headers),
  ],
  ['an account', (text) => withHeader(['GET', '/api/session'], 'x-relevo-account', text)],
  ['a range', (text) => withHeader(['GET', `/api/answers/${'0'.repeat(26)}/files/${'a'.repeat(64)}`], 'range', text)],
  ['a content type', (text) => withHeader(['POST', '/api/sync/push'], 'content-type', text)],
  ['a name to sign in with', (text) => ['POST', '/api/session', { body: { email: text, password: 'x' } }]],
  ['a password', (text) => ['POST', '/api/session', { body: { email: 'ines', password: text } }]],
  ['an old password', (text) => ['PUT', '/api/password', { body: { old: text, password: 'long enough for us' } }]],
  ['a code', (text) => ['POST', '/api/session/second-step', { body: { kind: 'code', code: text } }]],
  [
    'a passkey',
    (text) => {
      const response = { clientDataJSON: text, authenticatorData: text, signature: text }
      const assertion = { id: text, rawId: text, type: 'public-key', response }
      return ['POST', '/api/session/confirm', { body: { password: text, proof: { kind: 'passkey', assertion } } }]
    },
  ],
  ['the name of a factor', (text) => ['POST', '/api/factors', { body: { kind: 'app', name: text, code: text } }]],
  ['a token', (text) => ['POST', '/api/password', { body: { token: text, password: 'long enough for us' } }]],
  [
    'an account of a push',
    (text) => ['POST', '/api/sync/push', { body: { protocol: 1, device: DEVICE, account: text, mutations: [] } }],
  ],
  ['the username of a call', (text) => ['POST', '/api/getMuniCoreAreas', { body: { data: { username: text } } }]],
  [
    'the number of a citizen who is looked up',
    (text) => ['POST', '/api/getCitizen', { body: { data: { dni: text, municipioPath: text } } }],
  ],
  [
    'the hash of a citizen',
    (text) => ['POST', '/api/getCitizenByHash', { body: { data: { hash: text, municipioPath: MUNICIPALITY } } }],
  ],
  [
    'the names of a new citizen',
    (text) => {
      const names = { nombre: text, apellido: text, email: text, telefono: text, calle: text }
      const data = { ...names, dni: '30111333', tipoDocumentoId: 1, municipioPath: MUNICIPALITY }
      return ['POST', '/api/createCitizen', { body: { data } }]
    },
  ],
  ['a call', (text) => ['POST', '/api/getServerTime', { body: { data: text } }]],
]
