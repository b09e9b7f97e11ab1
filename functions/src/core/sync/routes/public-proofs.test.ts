import { beforeEach, describe, expect, it } from 'vitest'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { photos, publish, sendPublic } from '#tests/support/server/public-files.ts'
import { solved as solvedFor } from '#tests/support/server/proofs.ts'
import { pngOf } from '#tests/support/server/uploads.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { sweepExpired } from '../../sweep.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'

/** Few bits, so that a test solves a puzzle at once. */
const BITS = 6
const { publicBurstPerForm: BURST, proofLife: LIFE } = DEFAULT_TUNING
const FORM = templateIdSchema.parse('farolas')

let world: World
let from: { address: string | undefined }
beforeEach(async () => {
  from = { address: '192.0.2.1' }
  world = await buildWorld({ addressOf: () => from.address, tuning: { proofBits: BITS } })
  const form = buildPlainTemplate({ id: FORM }, { opcionales: { publico: true } })
  await world.put(keys.template(FORM), form)
  await world.put(keys.templateVersion(FORM, 1), form)
})

let seed = 5_000
function push(proof?: string, count = 1): Promise<Response> {
  const mutations = Array.from({ length: count }, () =>
    buildPlainSubmit((seed += 1), 'una nota', { author: 'public', template: FORM }),
  )
  return world.ask('POST', '/api/sync/push', {
    body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'public', mutations },
    ...(proof === undefined ? {} : { headers: { 'x-relevo-proof': proof } }),
  })
}

type Asked = { readonly challenge?: string; readonly bits?: number; readonly seconds: number }
async function askedBy(response: Response): Promise<Asked> {
  expect(response.status).toBe(429)
  return ((await response.json()) as { readonly error: { readonly details: Asked } }).error.details
}

/** Uses up the limit of an address, and returns the puzzle that it then has to solve. */
async function flooded(): Promise<string> {
  expect((await push(undefined, BURST)).status).toBe(200)
  const { challenge = '' } = await askedBy(await push())
  return challenge
}

const solved = (challenge: string, wanted = true) => solvedFor(challenge, BITS, wanted)

describe('a puzzle that was solved', () => {
  it('lets in anyone who would have to wait, and no one is asked for one who sends no more than people do', async () => {
    expect((await push()).headers.get('x-relevo-proof')).toBeNull()
    const challenge = await flooded()
    expect((await push(solved(challenge))).status).toBe(200)
    expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(1 + BURST + 1)
  })

  it('is good once, also when it is sent twice at the same moment', async () => {
    const proof = solved(await flooded())
    const statuses = (await Promise.all([push(proof), push(proof), push(proof)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429, 429])
    expect((await push(proof)).status).toBe(429)
  })

  it('is not spent while there is room', async () => {
    const proof = solved(await flooded())
    from.address = '192.0.2.2'
    await push(undefined, BURST - 1)
    expect((await push(proof)).status).toBe(200)
    from.address = '192.0.2.1'
    expect((await push(proof)).status).toBe(200)
  })

  it('is over after a short time', async () => {
    const proof = solved(await flooded())
    world.clock.now += LIFE
    // Some of the limit has refilled; it is used up again.
    await push(undefined, BURST)
    expect((await push(proof)).status).toBe(429)
  })

  it('is good for no other address', async () => {
    const proof = solved(await flooded())
    from.address = '198.51.100.7'
    await flooded()
    expect((await push(proof)).status).toBe(429)
  })

  it.each([
    ['is not solved', (challenge: string) => solved(challenge, false)],
    ['asks for less than it did', (challenge: string) => solved(challenge.replace(`.${BITS}.`, '.1.'))],
    ['lasts longer than it did', (challenge: string) => solved(`9${challenge.slice(1)}`)],
    ['has another name', (challenge: string) => solved(challenge.replace(/\.[0-9a-f]{32}\./, `.${'0'.repeat(32)}.`))],
    ['is signed by somebody else', (challenge: string) => solved(challenge.replace(/[0-9a-f]{64}$/, '0'.repeat(64)))],
    ['is nothing of ours', () => 'x'.repeat(10_000)],
    ['is two', (challenge: string) => `${solved(challenge)}:${solved(challenge)}`],
  ])('is refused when it %s', async (_, forged) => {
    const challenge = await flooded()
    expect((await push(forged(challenge))).status).toBe(429)
    expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(BURST)
  })

  it('does not make a machine endlessly quick: above a second bound there is only waiting', async () => {
    await flooded()
    let taken = 0
    for (; taken < 1_000; taken += 1) {
      const { challenge, seconds } = await askedBy(await push())
      expect(seconds).toBeGreaterThan(0)
      if (challenge === undefined || (await push(solved(challenge))).status === 429) break
    }
    // Each counts an eighth, until the form's bucket has twice its burst.
    expect(taken).toBe(8 * (BURST - 1) + 1)
  })

  it('leaves nothing behind that does not go automatically', async () => {
    await push(solved(await flooded()))
    world.clock.now += 24 * 60 * 60 * 1000
    await sweepExpired(world.ports)
    expect(await world.store.count({ collection: 'throttles' })).toBe(0)
  })
})

it('where the address is unknown there are no puzzles, and no one is slowed down', async () => {
  from.address = undefined
  for (let sent = 0; sent < BURST + 5; sent += 1) expect((await push()).status).toBe(200)
})

it('files continue with a proof, too', async () => {
  world = await buildWorld({
    addressOf: () => from.address,
    tuning: { proofBits: BITS, publicFilesBurstPerAddress: 2 },
  })
  await publish(world, photos())
  for (const length of [100, 101]) expect((await sendPublic(world, pngOf(length))).status).toBe(201)
  const { challenge = '' } = await askedBy(await sendPublic(world, pngOf(102)))
  expect((await sendPublic(world, pngOf(102), { proof: solved(challenge) })).status).toBe(201)
})
