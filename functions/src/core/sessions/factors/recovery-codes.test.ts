import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createRecoveryCodes, parseRecoveryCode } from './proofs.ts'

const ports = {
  random: (length: number) => new Uint8Array(randomBytes(length)),
  passwords: { hash: async (text: string) => `hash of ${text}`, verify: async () => false },
}

it('ten codes of 45 random bits, each saying which one it is', async () => {
  const { codes, hashes } = await createRecoveryCodes(ports)
  expect(codes).toHaveLength(10)
  expect(new Set(codes.map((code) => code.slice(1))).size).toBe(10)
  codes.forEach((code, number) => {
    expect(parseRecoveryCode(code)).toEqual({ number, code: code.replace('-', '') })
    expect(hashes[number]).toBe(`hash of ${code.replace('-', '')}`)
  })
})

it('uses every letter about as often: bytes come to letters without a remainder', async () => {
  const seen = new Map<string, number>()
  for (let time = 0; time < 60; time += 1)
    for (const code of (await createRecoveryCodes(ports)).codes)
      for (const letter of code.slice(1).replace('-', '')) seen.set(letter, (seen.get(letter) ?? 0) + 1)
  expect(seen.size).toBe(32)
  // 5,400 letters, about 169 of each.
  expect(Math.min(...seen.values())).toBeGreaterThan(90)
})

it.each([
  [' 3f7k2 m9qxt ', { number: 3, code: '3F7K2M9QXT' }],
  ['oF7K2-M9QXl', { number: 0, code: '0F7K2M9QX1' }],
  ['3F7K2-M9QX', undefined],
  ['3F7K2-M9QXTT', undefined],
  ['AF7K2-M9QXT', undefined],
  ['3F7K2-M9QXU', undefined],
  ['123456', undefined],
])('%j is read as %j', (typed, read) => expect(parseRecoveryCode(typed)).toEqual(read))
