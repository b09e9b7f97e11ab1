import { expect, it } from 'vitest'
import { z } from 'zod'
import { buildWorld } from '#tests/support/server/world.ts'
import { looksLikeSignedText, verifySignedText, signText } from './signed-text.ts'

const schema = z.strictObject({ about: z.string() })

it('is read as it was signed, for its purpose, by this installation, and in no other shape', async () => {
  const { ports } = await buildWorld()
  const text = await signText(ports, 'link', { about: 'una luz' })
  expect(await verifySignedText(ports, 'link', text, schema)).toEqual({ about: 'una luz' })
  expect([looksLikeSignedText('link', text), looksLikeSignedText('permit', text)]).toEqual([true, false])
  const [head = '', body = '', signature = ''] = text.split('.')
  const forged = Buffer.from('{"about":"dos luces"}').toString('base64url')
  const elsewhere = await buildWorld()
  // The first random bytes are equal in both, so the other one skips some and gets another key.
  elsewhere.ports.random(32)
  const foreign = await signText(elsewhere.ports, 'link', { about: 'una luz' })
  for (const other of [
    `r1p.${body}.${signature}`,
    `${head}.${forged}.${signature}`,
    `${head}.${body}.${signature.slice(0, -1)}`,
    `${head}.${body}.${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`,
    `${head}.${body}.${signature.toUpperCase()}`,
    `${head}.${body}.${'0'.repeat(64)}`,
    `${head}.${body}`,
    `${text} `,
    foreign,
    await signText(ports, 'link', { about: 1 }),
    await signText(ports, 'link', { about: 'una luz', more: true }),
  ])
    expect([other, await verifySignedText(ports, 'link', other, schema)]).toEqual([other, undefined])
  expect(await verifySignedText(ports, 'permit', `r1p.${body}.${signature}`, schema)).toBeUndefined()
})
