import { expect } from 'vitest'
import { buildPlainSubmit, DEVICE } from '../builders/submit.ts'
import type { World } from './world.ts'

/** An answer that was pushed and applied. @returns its id */
export async function answerFrom(
  world: World,
  author: string,
  seed: number,
  clock = '2026-11-20T15:00:00.000Z',
): Promise<string> {
  const mutation = buildPlainSubmit(seed, `nota ${seed}`, { author, clock })
  const body = { protocol: 1, device: DEVICE, account: author, mutations: [mutation] }
  const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn(author), body })
  expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }] })
  return mutation.answer
}
