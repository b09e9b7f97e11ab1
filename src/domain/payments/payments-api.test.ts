import { describe, expect, it } from 'vitest'
import { accountRequestSchema } from './payments-api.ts'

describe('an account that is to be connected', () => {
  const wish = { provider: 'stripe', mode: 'live', key: 'sk_live_1234', webhookSecrets: ['whsec_1234'] }

  it('is taken with its key and secrets as they were copied', () => {
    const copied = { ...wish, key: ' sk_live_1234\n', webhookSecrets: ['whsec_1234 '] }
    expect(accountRequestSchema.parse(copied)).toEqual(wish)
  })

  it.each([
    { key: 'sk_live\n1234' },
    { key: '' },
    { key: 'sk_ñ' },
    { key: 'k'.repeat(501) },
    { webhookSecrets: [] },
    { webhookSecrets: ['whsec_1'] },
    { webhookSecrets: ['whsec\r\n1234'] },
    { webhookSecrets: Array.from({ length: 5 }, () => 'whsec_1234') },
  ])('is refused with %j', (change) => {
    expect(accountRequestSchema.safeParse({ ...wish, ...change }).success).toBe(false)
  })
})
