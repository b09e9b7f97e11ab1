import { locks } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { claimEdit, type EditClaim, type EditOwner } from './own-edit.ts'

/** Uses the locks and channels of the platform itself, because the code relies on their guarantees. */
const opened: EditClaim[] = []
afterEach(() => opened.splice(0).forEach((window) => window.leave()))

let names = 0
const newName = (): string => `edit-${(names += 1)}`

type Opened = EditClaim & {
  readonly owners: EditOwner[]
  readonly gaveUp: boolean[]
  readonly now: () => EditOwner | undefined
  readonly runOut: () => void
}

/** @param giveUp the window's work before it releases the lock; `deaf`: it gets no messages, like a frozen tab */
function open(
  name: string,
  { giveUp = async () => {}, deaf = false }: { readonly giveUp?: () => Promise<void>; readonly deaf?: boolean } = {},
): Opened {
  const owners: EditOwner[] = []
  const gaveUp: boolean[] = []
  const timers = new Set<() => void>()
  const window = claimEdit(
    name,
    {
      locks: locks as unknown as LockManager,
      openChannel: (channel) => {
        const real = new BroadcastChannel(channel)
        return deaf ? { postMessage: () => {}, addEventListener: () => {}, close: () => real.close() } : real
      },
      now: () => 1000,
      timers: { set: (run) => (timers.add(run), run), clear: (run) => void timers.delete(run as () => void) },
      window: `w${(names += 1)}`,
    },
    {
      onOwner: (owner) => owners.push(owner),
      giveUp: async (gracefully) => {
        gaveUp.push(gracefully)
        await giveUp()
      },
    },
  )
  opened.push(window)
  return { ...window, owners, gaveUp, now: () => owners.at(-1), runOut: () => timers.forEach((run) => run()) }
}
const until = (window: Opened, owner: EditOwner): Promise<void> => vi.waitFor(() => expect(window.now()).toBe(owner))

/** The first window edits, the second is read-only. */
async function openTwice(
  how: Parameters<typeof open>[1] = {},
): Promise<{ readonly name: string; readonly first: Opened; readonly second: Opened }> {
  const name = newName()
  const first = open(name, how)
  await until(first, 'here')
  const second = open(name)
  await until(second, 'elsewhere')
  return { name, first, second }
}

describe('a form that is open in two windows', () => {
  it('is edited in the first; the second looks on, and edits when the first is closed', async () => {
    const { first, second } = await openTwice()
    expect(first.owners).toEqual(['here'])
    first.leave()
    await until(second, 'here')
  })

  it('is taken over only after the first has written what was pending', async () => {
    const name = newName()
    let written = (): void => {}
    const first = open(name, { giveUp: () => new Promise((resolve) => (written = resolve)) })
    await until(first, 'here')
    const second = open(name)
    await until(second, 'elsewhere')
    second.takeOver()
    await until(first, 'taken')
    expect([first.gaveUp, second.now()]).toEqual([[true], 'elsewhere'])
    written()
    await until(second, 'here')
    expect(first.owners).toEqual(['here', 'taken'])
  })

  it('can be taken back, and a third window that waits longer does not come between', async () => {
    const { name, first, second: third } = await openTwice()
    const second = open(name)
    await until(second, 'elsewhere')
    second.takeOver()
    await until(second, 'here')
    await until(first, 'taken')
    first.takeOver()
    await until(first, 'here')
    await until(second, 'taken')
    expect(third.owners).toEqual(['elsewhere'])
  })

  it('is taken from a window that does not answer, which then may write nothing', async () => {
    const { first: frozen, second } = await openTwice({ deaf: true })
    second.takeOver()
    expect(second.now()).toBe('elsewhere')
    second.runOut()
    await until(second, 'here')
    await until(frozen, 'taken')
    expect(frozen.gaveUp).toEqual([false])
  })

  it('comes back to the first when the second is closed', async () => {
    const { first, second } = await openTwice()
    second.takeOver()
    await until(second, 'here')
    await until(first, 'taken')
    second.leave()
    await until(first, 'here')
  })

  it('is not held by a window that asked for it and went', async () => {
    const { first, second } = await openTwice()
    second.takeOver()
    await until(first, 'taken')
    second.leave()
    // Whether it closed before or after it got the lock: the first can take it back.
    first.takeOver()
    first.runOut()
    await until(first, 'here')
  })
})

describe('another form, or a browser without locks', () => {
  it('is no one else’s', async () => {
    const [one, other] = [open(newName()), open(newName())]
    await until(one, 'here')
    await until(other, 'here')
  })

  it('that refuses them keeps no one from working', async () => {
    const onOwner = vi.fn()
    const refusing = {
      request: async () => Promise.reject(new DOMException('no', 'SecurityError')),
    } as unknown as LockManager
    const host = {
      locks: refusing,
      openChannel: () => new BroadcastChannel('x'),
      now: () => 0,
      timers: { set: () => 0, clear: () => {} },
      window: 'w',
    }
    opened.push(claimEdit('x', host, { onOwner, giveUp: async () => {} }))
    await vi.waitFor(() => expect(onOwner.mock.calls).toEqual([['here']]))
  })

  it('claims nothing', () => {
    const onOwner = vi.fn()
    const host = {
      locks: undefined,
      openChannel: () => new BroadcastChannel('x'),
      now: () => 0,
      timers: { set: () => 0, clear: () => {} },
      window: 'w',
    }
    claimEdit('x', host, { onOwner, giveUp: async () => {} })
    expect(onOwner.mock.calls).toEqual([['here']])
  })
})
