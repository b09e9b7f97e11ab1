import { expect } from 'vitest'
import { pullResponseSchema, type PullResponse } from '#domain/sync/index.ts'
import type { World } from './world.ts'

export type Position = Pick<PullResponse, 'cursor' | 'scope'>

/** One page of a pull, with the device's report if there is one. */
export async function pull(
  world: World,
  cookie: string,
  from?: Partial<Position>,
  report?: object,
): Promise<PullResponse> {
  const path = `/api/sync/pull?${new URLSearchParams(from).toString()}`
  const response = await (report === undefined
    ? world.ask('GET', path, { cookie })
    : world.ask('POST', path, { cookie, body: report }))
  expect(response.status).toBe(200)
  return pullResponseSchema.parse(await response.json())
}
