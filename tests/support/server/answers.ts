import { expect } from 'vitest'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildPlainSubmit, DEVICE } from '../builders/submit.ts'
import { there } from '../there.ts'
import type { World } from './world.ts'

/** Pushes an answer that is applied. @returns its id */
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

/** Stores a number of ines's answers like a pushed one. @returns their ids */
export async function manyAnswers(world: World, count: number, text = ''): Promise<readonly string[]> {
  const id = (await answerFrom(world, 'ines', 1)) as AnswerId
  const answer = there(await world.store.get(keys.answer(id)))
  const ids = [id as string]
  for (let turn = 1; turn < count; turn += 1) {
    const other = `${String(turn).padStart(6, '0')}${id.slice(6)}` as AnswerId
    // Several have the same instant, because positions in the order are instant and key.
    const fechaCreacion = `2026-11-${String(1 + (turn % 9)).padStart(2, '0')}T10:00:00.000Z`
    await world.put(keys.answer(other), { ...answer, id: other, fechaCreacion, descripcion: text })
    ids.push(other)
  }
  return ids
}
