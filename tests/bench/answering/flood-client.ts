/**
 * A client process that sends public answers: a fixed number per second, whatever the server does, each from another
 * address, one in ten after its photo.
 * Arguments: origin, answers per second, seconds. Last line: one JSON object (`Flooded`).
 */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { buildDemoTemplates } from '../../../functions/src/embedded/demo/forms/index.ts'
import { listAskedQuestions } from '../../../src/domain/answering/index.ts'
import type { QuestionValue } from '../../../src/domain/answers/index.ts'
import { QUESTION_TYPE, type Question } from '../../../src/domain/questions/index.ts'
import { generateAnswerId, generateDeviceId, generateMutationId, toInstant } from '../../../src/domain/kernel/index.ts'
import { PROTOCOL_VERSION } from '../../../src/domain/sync/index.ts'
import { percentile } from '../support/statistics.ts'

export type Flooded = {
  readonly acknowledged: readonly string[]
  readonly photos: number
  readonly failures: Readonly<Record<string, number>>
  readonly seconds: number
  readonly p95: number
}

const PHOTO_IN = 10
const PHOTO_BYTES = 60 * 1024
const [origin = '', perSecond = '200', seconds = '60'] = process.argv.slice(2)
const form = buildDemoTemplates(0).find(({ id }) => id === 'reclamo-alumbrado')
if (form === undefined) throw new Error('The demonstration has no public form')
const places = listAskedQuestions(form, { values: {}, conditions: {}, rows: {} })
const photoAt = places.find(({ question }) => question.adjuntar)?.address ?? ''

function valueOf(question: Question): QuestionValue {
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.BOOLEAN:
      return { respuesta: true }
    case QUESTION_TYPE.OPEN:
      return { respuesta: question.tipoDato === 1 ? `San Martín ${Math.floor(Math.random() * 5000)}` : '12' }
    default:
      return { chosen: [question.opciones[0]?.orden ?? 0] }
  }
}
const asked = places.filter(({ question }) => question.required && !question.adjuntar)

const acknowledged: string[] = []
const failures: Record<string, number> = {}
const times: number[] = []
let photos = 0

async function answer(turn: number): Promise<void> {
  const [a = 0, b = 0, c = 0] = randomBytes(3)
  const secret = randomBytes(32).toString('hex')
  const who = {
    origin,
    'x-forwarded-for': `10.${a}.${b}.${c}`,
    'x-relevo-account': 'public',
    'x-relevo-holder': secret,
  }
  const began = performance.now()
  const claim = turn % PHOTO_IN === 0 ? await photo(who) : undefined
  const id = generateAnswerId(randomBytes(16))
  const values = Object.fromEntries(asked.map(({ address, question }) => [address, valueOf(question)]))
  const device = generateDeviceId(randomBytes(16))
  const mutation = {
    id: generateMutationId(randomBytes(16)),
    answer: id,
    device,
    author: 'public',
    clock: toInstant(Date.now()),
    offset: 0,
    kind: 'answer.submit',
    template: form?.id,
    version: 1,
    header: {
      signatures: [],
      location: { direccion: `San Martín ${turn}`, latlng: { latitude: -31.41, longitude: -64.18 } },
    },
    content: {
      values: { ...values, ...(claim === undefined ? {} : { [photoAt]: { imagen: claim.sha256 } }) },
      conditions: {},
      rows: {},
    },
    files: claim === undefined ? [] : [claim],
  }
  const body = JSON.stringify({ protocol: PROTOCOL_VERSION, device, account: 'public', mutations: [mutation] })
  const response = await fetch(`${origin}/api/sync/push`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'application/json' },
    body,
  })
  const said = await response.text()
  if (said.includes('"status":"applied"')) {
    acknowledged.push(id)
    times.push(performance.now() - began)
  } else fail(`${response.status} ${said.slice(0, 120).replaceAll(/\d{3,}|[0-9A-Z]{20,}/g, '…')}`)
}

async function photo(who: Readonly<Record<string, string>>) {
  const bytes = randomBytes(PHOTO_BYTES)
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0])
  const claim = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    type: 'image/jpeg',
    name: 'foto.jpg',
  }
  const said = { sha256: claim.sha256, type: claim.type, name: claim.name, form: String(form?.id) }
  const metadata = Object.entries(said).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  const headers = {
    ...who,
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': metadata.join(','),
    'content-type': 'application/offset+octet-stream',
  }
  const response = await fetch(`${origin}/api/uploads`, { method: 'POST', headers, body: bytes })
  await response.arrayBuffer()
  if (response.status !== 201) fail(`photo ${response.status}`)
  photos += 1
  return claim
}

function fail(what: string): void {
  failures[what] = (failures[what] ?? 0) + 1
}

const began = performance.now()
const underway = new Set<Promise<void>>()
const total = Number(perSecond) * Number(seconds)
for (let turn = 0; turn < total; turn += 1) {
  const due = began + (turn * 1000) / Number(perSecond) - performance.now()
  if (due > 1) await wait(due)
  const one: Promise<void> = answer(turn)
    .catch((error: unknown) => fail(String(error instanceof Error ? (error.cause ?? error) : error)))
    .finally(() => underway.delete(one))
  underway.add(one)
}
await Promise.all(underway)
const result: Flooded = {
  acknowledged,
  photos,
  failures,
  seconds: (performance.now() - began) / 1000,
  p95: times.length === 0 ? 0 : percentile(times, 0.95),
}
process.stdout.write(`${JSON.stringify(result)}\n`)
