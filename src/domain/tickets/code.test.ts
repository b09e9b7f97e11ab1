import { webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildEventMark,
  fromBase45,
  MAX_TICKET_CODE_LENGTH,
  decodeTicket,
  toBase45,
  type TicketFacts,
  type TicketKeys,
  encodeTicket,
} from './code.ts'

const EVENT = 'a1b2c3d4e5f60718'
const FACTS: TicketFacts = { event: EVENT, ticket: '00112233445566778899', zone: 3, isTest: false, key: 1 }

let keys: TicketKeys
let others: TicketKeys
async function newKeys(number: number): Promise<TicketKeys> {
  const { privateKey, publicKey } = (await webcrypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
  return {
    sign: async (bytes) => new Uint8Array(await webcrypto.subtle.sign('Ed25519', privateKey, bytes)),
    verify: async (key, bytes, signature) =>
      key === number ? webcrypto.subtle.verify('Ed25519', publicKey, signature, bytes) : undefined,
  }
}
beforeAll(async () => void ([keys, others] = await Promise.all([newKeys(1), newKeys(1)])))

describe('Base45', () => {
  // RFC 9285, sections 4.3 and 4.4
  it.each([
    ['AB', 'BB8'],
    ['Hello!!', '%69 VD92EX0'],
    ['base-45', 'UJCLQE7W581'],
    ['ietf!', 'QED8WEX0'],
    ['', ''],
  ])('%j is %j, and back', (text, base45) => {
    expect(toBase45(new TextEncoder().encode(text))).toBe(base45)
    expect(new TextDecoder().decode(fromBase45(base45))).toBe(text)
  })

  it.each(['A', 'GGW1', ':::', '::', 'ab', 'QED8WEX0É'])('%j is none', (text) => {
    expect(fromBase45(text)).toBeUndefined()
  })

  it('brings every byte back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        expect(fromBase45(toBase45(bytes))).toEqual(bytes)
      }),
    )
  })
})

describe('a ticket’s code', () => {
  it('fits a QR code of version 6-M and says what was written', async () => {
    const facts = { ...FACTS, from: 1_800_000_000_000, until: 1_800_003_600_000, isTest: true, zone: 999 }
    const code = await encodeTicket(facts, keys)
    expect(code.length).toBeLessThanOrEqual(MAX_TICKET_CODE_LENGTH)
    expect(code).toMatch(/^[0-9A-Z $%*+\-./:]+$/)
    expect(await decodeTicket(` ${code}\n`, keys)).toEqual({ kind: 'ticket', signature: 'good', ...facts })
  })

  it('is forged when any bit of it is another', async () => {
    const code = await encodeTicket(FACTS, keys)
    const bytes = fromBase45(code.slice(4)) ?? new Uint8Array()
    for (let at = 0; at < bytes.length; at++) {
      const other = bytes.slice()
      other[at] = (other[at] ?? 0) ^ 1
      const read = await decodeTicket(`RT1:${toBase45(other)}`, keys)
      // The key's number selects another key, so the signature cannot be checked here.
      expect(read).toMatchObject({ signature: at === 21 ? 'unchecked' : 'forged' })
    }
  })

  it('is forged when another city has signed it, and unchecked where its key is not known', async () => {
    const code = await encodeTicket(FACTS, others)
    expect(await decodeTicket(code, keys)).toMatchObject({ signature: 'forged' })
    expect(await decodeTicket(code, { verify: async () => undefined })).toMatchObject({ signature: 'unchecked' })
  })

  it('is unknown when it is none of ours', async () => {
    const code = await encodeTicket(FACTS, keys)
    const texts = [
      '',
      'https://relevo.example/ver/1',
      code.slice(0, -1),
      `${code}A`,
      code.toLowerCase(),
      'RT1:',
      'RT2:AB',
    ]
    for (const text of texts) expect(await decodeTicket(text, keys)).toEqual({ kind: 'unknown' })
  })

  it('is never taken for another, whatever is scanned', async () => {
    const scanned = fc.oneof(
      fc.string(),
      fc.uint8Array({ maxLength: 120 }).map((bytes) => `RT1:${toBase45(bytes)}`),
      fc.uint8Array({ minLength: 94, maxLength: 94 }).map((bytes) => `RT1:${toBase45(bytes)}`),
    )
    await fc.assert(
      fc.asyncProperty(scanned, async (text) => {
        const read = await decodeTicket(text, keys)
        expect(read.kind === 'ticket' && read.signature === 'good').toBe(false)
      }),
    )
  })

  it('knows its event by the first bytes of a hash', () => {
    expect(buildEventMark(`${EVENT}${'0'.repeat(48)}`)).toBe(EVENT)
  })
})
