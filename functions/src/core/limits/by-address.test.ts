import { describe, expect, it } from 'vitest'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { isProofOfWorkValid } from '#domain/sync/index.ts'
import { keys } from '#domain/store/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { listLimitedNetworks, WIDE_NETWORK_FACTOR } from './by-address.ts'

const find = (world: World, code: string, proof?: string) =>
  world.ask('POST', '/api/public/records', {
    body: { code, language: 'es' },
    ...(proof === undefined ? {} : { headers: { 'x-relevo-proof': proof } }),
  })

async function proofFrom(refusal: Response): Promise<string> {
  const { error } = (await refusal.json()) as { error: { details: { challenge: string; bits: number } } }
  const { challenge, bits } = error.details
  for (let solution = 0; ; solution += 1) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${challenge}:${solution}`))
    if (isProofOfWorkValid(new Uint8Array(digest), bits)) return `${challenge}:${solution}`
  }
}

describe('anyone who has a whole /48 of IPv6', () => {
  it('guesses eight times as often as one address, not 65,536 times', async () => {
    let turn = 0
    const world = await buildWorld({ addressOf: () => `2001:db8:7:${turn.toString(16)}::1` })
    const statuses: number[] = []
    for (; turn < 100; turn += 1) statuses.push((await find(world, `100VIS${turn}`)).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(DEFAULT_TUNING.recordBurst * WIDE_NETWORK_FACTOR)
  })

  it('signs in as others eight times as often as one address', async () => {
    let turn = 0
    const world = await buildWorld({ addressOf: () => `2001:db8:7:${turn.toString(16)}::1` })
    const guess = () => world.ask('POST', '/api/session', { body: { email: `nobody-${turn}`, password: 'x' } })
    const statuses: number[] = []
    for (; turn < 260; turn += 1) statuses.push((await guess()).status)
    // The attempt over the limit counts, and starts the delay.
    expect(statuses.filter((status) => status === 401)).toHaveLength(
      DEFAULT_TUNING.freeFailuresPerAddress * WIDE_NETWORK_FACTOR + 1,
    )
  })

  it('is counted with its neighbours; loopback and IPv4 have none', () => {
    expect(listLimitedNetworks('2001:DB8:7:0001::9').map(({ name }) => name)).toEqual(['2001:db8:7:1', '2001:db8:7/48'])
    expect(listLimitedNetworks('::1')).toHaveLength(1)
    expect(listLimitedNetworks('::ffff:192.0.2.7')).toEqual([{ name: '192.0.2.7', times: 1 }])
  })
})

describe('guesses over all records', () => {
  it('are slowed down together, from however many addresses; a puzzle lets a person in', async () => {
    let turn = 0
    const world = await buildWorld({
      addressOf: () => `198.${Math.floor(turn / 250)}.100.${turn % 250}`,
      tuning: { recordBurstPerMunicipality: 20, recordBurstInTotal: 50, proofBits: 4 },
    })
    const id = (await answerFrom(world, 'ines', 1)) as AnswerId
    const answer = there(await world.store.get(keys.answer(id)))
    const opcionales = { ...answer.opcionales, pdfDownloadCode: true }
    await world.put(keys.answer(id), { ...answer, pdfDownloadCode: 'AB7VIS1', opcionales })
    const statuses: number[] = []
    for (; turn < 25; turn += 1) statuses.push((await find(world, `100VIS${turn + 2}`)).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(20)
    // Another municipality's orders are not affected, until the total limit is reached.
    for (; turn < 60; turn += 1)
      statuses.push((await find(world, `100${'QRSTUVWXYZ'.charAt(turn % 10)}X${turn}`)).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(50)
    turn += 1
    const refused = await find(world, 'AB7VIS1')
    expect(refused.status).toBe(429)
    expect((await find(world, 'AB7VIS1', await proofFrom(refused))).status).toBe(200)
  })
})
