import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createBodyMemoryPool } from '../capacity/bodies.ts'
import { createDiskSpace } from '../capacity/disk-space.ts'
import { quietLog } from '../log.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { MAX_BODY_VALUES, parseUnlessStackOverflows, readBodyBytes, readJsonBody } from './body.ts'

const LIMIT = 8 * 1024 * 1024
const tuning = DEFAULT_TUNING
const clock = (): number => 0
const room = {
  tuning,
  bodies: createBodyMemoryPool(clock, tuning),
  disk: createDiskSpace({ files: {}, clock, log: quietLog }, tuning, async () => undefined),
}
const request = (body: BodyInit): Request =>
  new Request('http://relevo.test/', {
    method: 'POST',
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit)
/** With an account: anonymous clients may send less. */
function posted(body: BodyInit): Request {
  const made = request(body)
  room.bodies.recognise(made)
  return made
}
const nest = (open: string, closed: string, depth: number) => `${open.repeat(depth)}1${closed.repeat(depth)}`
const PADDING = `"${'[{'.repeat(300_000)}"`

describe('a body of JSON', () => {
  it.each([
    ['lists', nest('[', ']', 1_000_000)],
    ['objects', nest('{"a":', '}', 1_000_000)],
    ['small ones beside each other, among texts', `[${PADDING},${'[1],'.repeat(200_000)}1]`],
    ['names that are all different', `{${Array.from({ length: 300_000 }, (_, index) => `"n${index}":0`).join()}}`],
    ['numbers', `[${'0,'.repeat(300_000)}0]`],
    ['without an end', '['.repeat(4_000_000)],
  ])('with values without measure is refused before it is parsed: %s', async (_, body) => {
    const parse = JSON.parse
    let parsed = false
    JSON.parse = (text) => {
      // The test runner's own messages are also parsed here.
      if (text === body) parsed = true
      return parse(text) as unknown
    }
    try {
      expect(await readJsonBody(room, posted(body), LIMIT)).toEqual({
        ok: false,
        problem: { code: 'request.too-large', details: { values: MAX_BODY_VALUES } },
      })
      expect(parsed).toBe(false)
    } finally {
      JSON.parse = parse
    }
  })

  it.each([
    ['brackets in texts', `[${PADDING},"\\"${'['.repeat(1000)}"]`],
    ['a long list of small ones', `[${'[{}],'.repeat(30_000)}1]`],
    ['as many lists as fit', `[${PADDING},${'[],'.repeat(59_000)}1]`],
    ['a text that ends in a backslash', `[${PADDING},"\\\\",${'[],'.repeat(1000)}1]`],
  ])('that is only large is read: %s', async (_, body) => {
    expect(await readJsonBody(room, posted(body), LIMIT)).toEqual({ ok: true, value: JSON.parse(body) })
  })

  it.each([
    ['as they are', '\u0301'],
    ['as escapes', String.raw`\u0301`],
  ])('has no towers of combining marks, written %s', async (_, mark) => {
    const body = `{"values":[{"respuesta":"a${mark.repeat(40)} b"}],"n":1}`
    expect(await readJsonBody(room, posted(body), LIMIT)).toEqual({
      ok: true,
      value: { values: [{ respuesta: `a${'\u0301'.repeat(8)} b` }], n: 1 },
    })
  })
})

describe('a body that breaks off', () => {
  it.each([undefined, '100'])('is a bad request and no failure of ours; declared length %s', async (length) => {
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
      pull: (controller) => controller.error(new Error('aborted')),
    })
    const request = posted(broken)
    if (length !== undefined) request.headers.set('content-length', length)
    expect(await readBodyBytes(room, request, LIMIT)).toEqual({ ok: false, problem: { code: 'request.malformed' } })
  })
})

it('a body with more faults than a schema can gather is none of this schema, and no failure of ours', () => {
  const schema = z.object({ lists: z.array(z.array(z.string())) })
  expect(parseUnlessStackOverflows(schema, { lists: [Array.from({ length: 500_000 }, () => 0)] })).toBeUndefined()
  expect(parseUnlessStackOverflows(schema, { lists: [['a'], [0]] })).toMatchObject({ success: false })
})
