import { scrypt } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createScryptHasher } from './scrypt-passwords.ts'

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>()
  return { ...real, scrypt: vi.fn(real.scrypt) }
})

const CHEAP = { cost: 4, blockSize: 8, parallelization: 1 }
const passwords = createScryptHasher(CHEAP)

const real = vi.mocked(scrypt).getMockImplementation()
afterEach(() => void (real !== undefined && vi.mocked(scrypt).mockImplementation(real)))

describe('passwords', () => {
  it('are hashed two at once, so that files find threads; a short queue waits, and what is beyond it is refused', async () => {
    const open: (() => void)[] = []
    vi.mocked(scrypt).mockImplementation(((...given: readonly unknown[]) => {
      open.push(() => (given.at(-1) as (error: null, key: Buffer) => void)(null, Buffer.alloc(32)))
    }) as never)
    const one = createScryptHasher(CHEAP)
    const asked = Array.from({ length: 60 }, () => one.verify('guessed', undefined))
    const ends = Promise.allSettled(asked)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect([open.length, one.isFull?.()]).toEqual([2, true])
    for (let at = 0; at < open.length; at += 1) {
      open[at]?.()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const refused = (await ends).filter(({ status }) => status === 'rejected')
    expect([open.length, refused.length, one.isFull?.()]).toEqual([34, 26, false])
    expect(refused[0]).toMatchObject({ reason: { name: 'PasswordQueueFullError' } })
  })

  it('knows the right one and no other', async () => {
    const hash = await passwords.hash('relevo-demo')
    expect(await passwords.verify('relevo-demo', hash)).toBe(true)
    expect(await passwords.verify('relevo-Demo', hash)).toBe(false)
    expect(await passwords.verify('', hash)).toBe(false)
  })

  it('hashes the same password to something else each time, and never contains it', async () => {
    const [first, second] = [await passwords.hash('relevo-demo'), await passwords.hash('relevo-demo')]
    expect(first).not.toBe(second)
    expect(first).not.toContain('relevo')
  })

  it('verifies with the cost that the hash was made with', async () => {
    const hash = await createScryptHasher({ cost: 5, blockSize: 4, parallelization: 2 }).hash('x')
    expect(hash).toMatch(/^scrypt\$5\$4\$2\$/)
    expect(await passwords.verify('x', hash)).toBe(true)
  })

  it('takes the same letters for the same password, however a keyboard composed them', async () => {
    expect(await passwords.verify('contrase\u006e\u0303a', await passwords.hash('contrase\u00f1a'))).toBe(true)
  })

  it('works as hard for an unknown account as for a known one', async () => {
    const hash = await passwords.hash('x')
    const work = async (stored: string | undefined): Promise<unknown> => {
      vi.mocked(scrypt).mockClear()
      expect(await passwords.verify('wrong', stored)).toBe(false)
      return vi.mocked(scrypt).mock.calls.map(([, , length, options]) => ({ length, options }))
    }
    expect(await work(undefined)).toEqual(await work(hash))
  })

  it.each(['', 'plain', 'scrypt$15$8$3$short$short', 'scrypt$99999$8$1$aaaaaaaaaaaaaaaaaaaaaa$x'])(
    'refuses the broken hash %j',
    async (hash) => {
      expect(await passwords.verify('x', hash)).toBe(false)
    },
  )
})
