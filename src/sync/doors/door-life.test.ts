import { describe, expect, it } from 'vitest'
import { generateDeviceId } from '#domain/kernel/index.ts'
import { eventually } from '#tests/journeys/support/waiting.ts'
import type { DoorStore } from '#local/doors/index.ts'
import {
  ADMITTED,
  codeOf,
  doorWorld,
  FORM,
  hashOf,
  MARK,
  NOON,
  NUMBER,
  OTHER,
  saidOf,
} from '#tests/support/doors/door-world.ts'

/* Actions of a door besides scans: it opens, listens, moves to another window, and ends. */

/** A door that knows about an entry at another door. */
async function afterEntryElsewhere() {
  const { server, open } = await doorWorld()
  const scan = {
    id: `${'0'.repeat(26)}~1`,
    ticket: hashOf(NUMBER),
    at: NOON - 9_000,
    direction: 'entry' as const,
    isAdmitted: true,
    device: generateDeviceId(new Uint8Array(16).fill(9)),
    door: 'Sur',
  }
  server.news = { scans: [scan] }
  const door = await open()
  expect(door.state().counts).toEqual({ entered: 1, inside: 1 })
  return { server, open, door, scan }
}

describe('a door', () => {
  it('judges nothing before it has a whole list', async () => {
    const { server, open } = await doorWorld({ more: true })
    server.isThere = false
    const door = await open({ name: '' })
    expect(await door.scan(await codeOf(NUMBER))).toEqual({ kind: 'not-ready' })
    expect(door.state()).toMatchObject({ isLive: false, asOf: undefined })
    door.kill()
  })

  it('takes the same code within three seconds for one scan', async () => {
    const { server, device, open } = await doorWorld()
    const door = await open()
    server.isThere = false
    const code = await codeOf(NUMBER)
    await door.scan(code)
    device.now += 2_000
    expect(await saidOf(door.scan(code))).toMatchObject({ verdict: ADMITTED, isRepeated: true })
    device.now += 2_000
    // Repeated scans do not extend the three seconds.
    expect((await saidOf(door.scan(code))).verdict).toMatchObject({ why: 'used' })
    door.kill()
  })

  it('hears of other doors, and counts who is inside', async () => {
    const { server, door, scan } = await afterEntryElsewhere()
    server.news = { scans: [scan, { ...scan, id: `${'0'.repeat(26)}~2`, direction: 'exit', at: NOON - 5_000 }] }
    await door.sendNow()
    expect(door.state().counts).toEqual({ entered: 1, inside: 0 })
    server.isThere = false
    expect((await saidOf(door.scan(await codeOf(NUMBER)))).verdict).toMatchObject({
      why: 'used',
      before: { door: 'Sur' },
    })
    door.kill()
  })

  it('lets a ticket in again when it hears that its scan was discarded, also when the scan comes again', async () => {
    const { server, open, door, scan } = await afterEntryElsewhere()
    // The server has corrected its time.
    server.news = { scans: [{ ...scan, at: NOON - 9_500, isAdmitted: false, why: 'discarded' }] }
    await door.sendNow()
    expect(door.state().counts).toEqual({ entered: 0, inside: 0 })
    server.news = { scans: [scan] }
    await door.sendNow()
    expect(door.state().counts).toEqual({ entered: 0, inside: 0 })
    door.kill()
    const reopened = await open()
    server.isThere = false
    expect(reopened.state().counts).toEqual({ entered: 0, inside: 0 })
    expect((await saidOf(reopened.scan(await codeOf(NUMBER)))).verdict).toEqual(ADMITTED)
    reopened.kill()
  })

  it('sends scans under the name that the door had', async () => {
    const { server, device, open } = await doorWorld()
    const door = await open()
    server.isThere = false
    await door.scan(await codeOf(NUMBER))
    await door.set({ ...door.state().settings, name: 'Sur' })
    device.now += 9_000
    await door.scan(await codeOf(NUMBER))
    server.isThere = true
    await door.sendNow()
    expect(
      server.bodies.filter(({ scans }) => scans.length > 0).map(({ door: name, scans }) => [name, scans.length]),
    ).toEqual([
      ['Norte', 1],
      ['Sur', 1],
    ])
    door.kill()
  })

  it('is open in one window of a device, and moves to another when it is asked to', async () => {
    const { server, device, open } = await doorWorld()
    const { locks } = navigator
    const [one, other] = [await open({ locks }), await open({ locks, name: '' })]
    expect([one.state().phase, other.state().phase]).toEqual(['open', 'elsewhere'])
    server.isThere = false
    await one.scan(await codeOf(NUMBER))
    other.takeOver()
    await eventually('the door here', () => other.state().phase === 'open')
    await eventually('no door there', () => one.state().phase === 'elsewhere')
    device.now += 9_000
    expect((await saidOf(other.scan(await codeOf(NUMBER)))).verdict).toMatchObject({ why: 'used' })
    expect(other.state().waiting).toBe(2)
    // The waiting window gets it when the other is closed.
    other.kill()
    await eventually('the door back', () => one.state().phase === 'open')
    expect(one.state().waiting).toBe(2)
    one.kill()
  })

  it('whose link has ended forgets the list, and keeps what waits', async () => {
    const { server, open } = await doorWorld()
    server.isSignedIn = false
    const door = await open({ secret: 'd1.secret' })
    expect(server.secrets.at(-1)).toBe('d1.secret')
    server.isThere = false
    await door.scan(await codeOf(NUMBER))
    server.isThere = true
    server.refuses = { problem: { code: 'session.required' }, status: 401 }
    await door.sendNow()
    expect(door.state()).toMatchObject({ isEnded: true, waiting: 1, listed: 0, asOf: undefined })
    expect(await door.scan(await codeOf(NUMBER))).toEqual({ kind: 'not-ready' })
    door.kill()

    // The link is still stored on this device, and is valid again.
    server.refuses = undefined
    const again = await open()
    expect(server.secrets.at(-1)).toBe('d1.secret')
    expect(again.state()).toMatchObject({ isEnded: false, waiting: 0, listed: 1 })
    expect(server.scans()).toHaveLength(1)
    again.kill()
  })

  it('whose link is over in time sends what waits, and forgets the list', async () => {
    const { server, open } = await doorWorld()
    const door = await open({ secret: 'd1.secret' })
    server.isThere = false
    await door.scan(await codeOf(NUMBER))
    server.isThere = true
    server.news = { isOver: true, keys: [] }
    await door.sendNow()
    expect(door.state()).toMatchObject({ isEnded: true, waiting: 0, listed: 0, counts: { entered: 0, inside: 0 } })
    expect(server.scans()).toHaveLength(1)
    door.kill()
  })

  it('lets a new link in where the last one has ended, though an account is signed in', async () => {
    const { server, open } = await doorWorld()
    server.stale.add('d1.old').add(undefined)
    const ended = await open({ secret: 'd1.old' })
    expect(ended.state().isEnded).toBe(true)
    ended.kill()
    const door = await open({ secret: 'd1.new' })
    expect(server.secrets.at(-1)).toBe('d1.new')
    expect(door.state()).toMatchObject({ isEnded: false, listed: 1 })
    door.kill()
  })

  it('whose link has ended is kept by the account that is signed in, from then on', async () => {
    const { server, open } = await doorWorld()
    server.stale.add('d1.old')
    const door = await open({ secret: 'd1.old' })
    await door.sendNow()
    await door.sendNow()
    expect(door.state()).toMatchObject({ isEnded: false, isLive: true, listed: 1 })
    door.kill()
  })

  it('that was saved with no zone at all lets in all of them', async () => {
    const { server, open } = await doorWorld()
    const door = await open()
    await door.set({ ...door.state().settings, zones: [] })
    door.kill()
    const again = await open()
    expect(again.state().settings).toMatchObject({ name: 'Norte', zones: undefined })
    server.isThere = false
    expect((await saidOf(again.scan(await codeOf(NUMBER)))).verdict).toEqual(ADMITTED)
    again.kill()
  })

  it('that works is not ended by a stale link', async () => {
    const { server, open } = await doorWorld()
    const first = await open({ secret: 'd1.good' })
    first.kill()
    server.stale.add('d1.stale')
    const door = await open({ secret: 'd1.stale' })
    await door.sendNow()
    expect(server.secrets.at(-1)).toBe('d1.good')
    expect(door.state()).toMatchObject({ isEnded: false, isLive: true, listed: 1 })
    door.kill()
  })

  it('closes automatically when the time of its link is over, and shows what the server did not take', async () => {
    const { server, device, open } = await doorWorld()
    const zones = [{ zone: 0, name: 'Platea' }]
    const event = { form: FORM, title: 'Concierto', mark: MARK, isTest: false, again: 'never' as const, zones }
    server.news = { event: { ...event, until: NOON + 60_000 } }
    const door = await open({ secret: 'd1.secret' })
    server.isThere = false
    await door.scan(await codeOf(NUMBER))
    device.now += 60_000
    expect(await door.scan(await codeOf(OTHER))).toEqual({ kind: 'not-ready' })
    expect(door.state()).toMatchObject({ isEnded: true, waiting: 1 })
    server.isThere = true
    server.news = { ...server.news, isOver: true, keys: [] }
    server.drops = true
    await door.sendNow()
    expect(door.state()).toMatchObject({ isEnded: true, waiting: 0, dropped: 1, listed: 0 })
    door.kill()
    const again = await open()
    expect(again.state()).toMatchObject({ dropped: 1, waiting: 0 })
    // Once that was read, it is deleted permanently.
    await again.forgetDropped()
    expect(again.state()).toMatchObject({ dropped: 0, waiting: 0 })
    again.kill()
    const third = await open()
    expect(third.state()).toMatchObject({ dropped: 0, waiting: 0 })
    third.kill()
  })

  it('whose disk was full for one reply asks for that reply again after a reload', async () => {
    const { server, open } = await doorWorld()
    const full = new Set<keyof DoorStore>(['receive'])
    const first = await open({ full })
    expect(first.state().problem).toEqual({ code: 'device.storage-full' })
    full.clear()
    await first.sendNow()
    first.kill()
    server.isThere = false
    const door = await open()
    expect(door.state().asOf).toBeUndefined()
    server.isThere = true
    await door.sendNow()
    expect(door.state()).toMatchObject({ listed: 1, asOf: NOON })
    door.kill()
  })

  it('opens and judges on a disk that is full from the start, under numbers that no run had', async () => {
    const { server, device, open } = await doorWorld()
    const first = await open()
    server.isThere = false
    await first.scan(await codeOf(NUMBER))
    first.kill()
    const full = new Set<keyof DoorStore>(['begin', 'receive', 'note', 'sent', 'set'])
    const door = await open({ full })
    expect(door.state()).toMatchObject({ phase: 'open', listed: 1, waiting: 1 })
    device.now += 9_000
    expect(await saidOf(door.scan(await codeOf(OTHER)))).toMatchObject({ isKept: false, verdict: { kind: 'admitted' } })
    device.now += 9_000
    expect((await saidOf(door.scan(await codeOf(NUMBER)))).verdict).toMatchObject({ why: 'used' })
    server.isThere = true
    await door.sendNow()
    const ids = server.scans().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([3, 3])
    door.kill()
  })

  it('of an account whose session is over keeps its list', async () => {
    const { server, open } = await doorWorld()
    const door = await open()
    server.refuses = { problem: { code: 'session.required' }, status: 401 }
    await door.sendNow()
    expect(door.state()).toMatchObject({ isEnded: false, listed: 1, problem: { code: 'session.required' } })
    expect((await saidOf(door.scan(await codeOf(NUMBER)))).verdict).toEqual(ADMITTED)
    door.kill()
  })
})
