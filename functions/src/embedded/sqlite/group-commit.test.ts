import { set, unitForKeys } from '#domain/store/index.ts'
import { expect, it } from 'vitest'
import { openSqliteStore } from './store.ts'

/** The turn of the event loop in which each of six concurrent commits ends, each taking 30 ms to decide. */
async function turnsOf(isServer: boolean): Promise<readonly number[]> {
  const clock = { now: 0 }
  const store = openSqliteStore(':memory:', undefined, isServer ? () => clock.now : undefined)
  let [turn, isOver] = [0, false]
  const next = (): void => {
    turn += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  const slow = (index: number) =>
    unitForKeys([`settings/${index}`], () => {
      clock.now += 30
      return { result: true, writes: [set(`settings/${index}`, { index })] }
    })
  const turns = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => store.commit(slow(index)).then(() => turn)))
  isOver = true
  await store.close()
  return turns.map((one) => one - (turns[0] ?? 0))
}

it('commits that take long share no more of a turn than others can wait for', async () => {
  expect(await turnsOf(true)).toEqual([0, 0, 1, 1, 2, 2])
})

it('commits share one transaction however slow the machine, where no one else waits for it', async () => {
  expect(await turnsOf(false)).toEqual([0, 0, 0, 0, 0, 0])
})
