import { afterEach, expect, it } from 'vitest'
import { runInOneWindow } from './in-turn.ts'

afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

it('does the work at once where even naming locks throws', async () => {
  const get = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, get })
  expect(await runInOneWindow('sign-in', async () => 'done')).toBe('done')
})
