import { expect, it } from 'vitest'
import { signWebhook } from './post.ts'

// The test vector of the Standard Webhooks libraries.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const SIGNED = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}'] as const
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

it('signs as the test vector of Standard Webhooks says', () => {
  expect(signWebhook(...SIGNED, [SECRET])).toBe(SIGNATURE)
})

it('signs with each secret while one takes over from another, the newest first', () => {
  const newer = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const [first, second] = signWebhook(...SIGNED, [newer, SECRET]).split(' ')
  expect([first, second]).toEqual([signWebhook(...SIGNED, [newer]), SIGNATURE])
})
