import { webcrypto } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/journeys/support/waiting.ts'
import { ADMITTED, codeOf, doorWorld, hashOf, NOON, NUMBER, OTHER, saidOf } from '#tests/support/doors/door-world.ts'

/* Guarantees of a door: no shown scan is lost or counted twice, and results match its knowledge. */

describe('a scan without a network', () => {
  it('is judged by the list, and is there to be sent after the page was killed', async () => {
    const { server, device, open } = await doorWorld()
    const first = await open()
    server.isThere = false
    first.setOnline(false)
    device.now += 60_000
    const said = await saidOf(first.scan(await codeOf(NUMBER)))
    expect(said).toMatchObject({ verdict: ADMITTED, by: 'door', asOf: NOON, zone: 'Platea', isKept: true })
    first.kill()

    const second = await open({ name: '' })
    expect(second.state()).toMatchObject({ waiting: 1, counts: { entered: 1, inside: 1 }, asOf: NOON })
    device.now += 60_000
    const again = await saidOf(second.scan(await codeOf(NUMBER)))
    expect(again.verdict).toMatchObject({ kind: 'refused', why: 'used', before: { door: 'Norte', at: NOON + 60_000 } })
    server.isThere = true
    await second.sendNow()
    expect(second.state().waiting).toBe(0)
    const sent = server.scans()
    expect(sent.map(({ ticket, isAdmitted, why }) => [ticket, isAdmitted, why])).toEqual([
      [hashOf(NUMBER), true, undefined],
      [hashOf(NUMBER), false, 'used'],
    ])
    second.kill()
  })

  it('has a number that no scan before a reload had, sent or not', async () => {
    const { server, device, open } = await doorWorld()
    for (let opened = 0; opened < 3; opened += 1) {
      const door = await open()
      server.isThere = false
      for (const number of [NUMBER, OTHER]) {
        device.now += 5_000
        await door.scan(await codeOf(number))
      }
      server.isThere = opened === 1
      if (opened === 1) await door.sendNow()
      door.kill()
    }
    server.isThere = true
    const last = await open()
    const ids = server.scans().map(({ id }) => id)
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
    expect(new Set(ids.map((id) => id.split('~')[0])).size).toBe(1)
    last.kill()
  })

  it('that was sold after the list is let in by its signature, and a forged one is not', async () => {
    const { server, open } = await doorWorld()
    const door = await open()
    server.isThere = false
    const code = await codeOf(OTHER)
    expect((await saidOf(door.scan(code))).verdict).toEqual({ ...ADMITTED, isUnlisted: true })
    const strangers = webcrypto.subtle.generateKey('Ed25519', true, [
      'sign',
      'verify',
    ]) as Promise<webcrypto.CryptoKeyPair>
    const forged = await codeOf(OTHER, strangers)
    expect((await saidOf(door.scan(forged))).verdict).toEqual({ kind: 'refused', why: 'forged' })
    door.kill()
  })

  it('is on the server’s clock, however wrong the device’s is', async () => {
    const { server, device, open } = await doorWorld()
    device.now = NOON - 5 * 3_600_000
    device.behind = 5 * 3_600_000
    const door = await open()
    server.isThere = false
    device.now += 60_000
    expect((await saidOf(door.scan(await codeOf(NUMBER)))).at).toBe(NOON + 60_000)
    door.kill()
    // Also known offline.
    const after = await open()
    device.now += 60_000
    expect((await saidOf(after.scan(await codeOf(OTHER)))).at).toBe(NOON + 120_000)
    after.kill()
  })
})

describe('a typed number', () => {
  it('is judged by the list, with what is between its parts or without', async () => {
    const { server, open } = await doorWorld()
    const door = await open()
    server.isThere = false
    expect((await saidOf(door.scan('0011 2233-4455 6677 8899'))).verdict).toEqual(ADMITTED)
    expect((await saidOf(door.scan(OTHER.toUpperCase()))).verdict).toEqual({ kind: 'refused', why: 'unknown' })
    // A code that is neither a number nor a ticket is recorded without its text.
    await door.scan('https://example.org')
    expect(door.state().waiting).toBe(2)
    door.kill()
  })
})

describe('a scan with a network', () => {
  it('is judged by the server, with what this door has not sent yet', async () => {
    const { server, device, open } = await doorWorld()
    const door = await open()
    server.verdict = {
      kind: 'refused',
      why: 'used',
      before: { ticket: hashOf(NUMBER), at: NOON - 5, direction: 'entry', device: 'x', door: 'Sur', isAdmitted: true },
    }
    const said = await saidOf(door.scan(await codeOf(NUMBER)))
    expect(said).toMatchObject({ by: 'server', verdict: { why: 'used', before: { door: 'Sur' } } })
    expect(door.state().waiting).toBe(0)
    door.kill()
    device.now += 1
    const after = await open()
    await after.sendNow()
    expect(server.scans()).toEqual([])
    after.kill()
  })

  it('is judged by the server also while the device still stores the list', async () => {
    const { server, open } = await doorWorld()
    const asked = () => server.bodies.some(({ ask }) => ask !== undefined)
    server.isThere = false
    const door = await open({ slow: () => eventually('a question about a ticket', asked) })
    server.isThere = true
    server.verdict = { kind: 'refused', why: 'used' }
    void door.sendNow()
    await eventually('a list', () => door.state().isLive)
    const said = await saidOf(door.scan(await codeOf(NUMBER)))
    expect(said).toMatchObject({ by: 'server', verdict: { why: 'used' } })
    door.kill()
  })

  it('waits for no server that is slow: the door judges by itself, under another number', async () => {
    const { server, open } = await doorWorld()
    const door = await open()
    server.delay = 1_500
    const from = performance.now()
    const said = await saidOf(door.scan(await codeOf(NUMBER)))
    expect(performance.now() - from).toBeLessThan(1_400)
    expect(said).toMatchObject({ by: 'door', verdict: ADMITTED })
    const asked = server.bodies.find(({ ask }) => ask !== undefined)?.ask?.id
    await eventually('the scan sent', () => server.scans().length === 1)
    const [sent] = server.scans()
    expect(sent?.id).not.toBe(asked)
    expect(sent?.at).toBe(said.at)
    door.kill()
  })

  it('that was let in by an answer too late to be shown is let in by the same number, the next time', async () => {
    const { server, device, open } = await doorWorld({ tickets: [[hashOf(NUMBER), 0, 'blocked']] })
    const door = await open()
    server.verdict = ADMITTED
    server.delay = 900
    expect(await saidOf(door.scan(await codeOf(NUMBER)))).toMatchObject({ by: 'door', verdict: { why: 'blocked' } })
    server.delay = 0
    await door.sendNow()
    device.now += 9_000
    // The server does not see the signer.
    const strangers = webcrypto.subtle.generateKey('Ed25519', true, [
      'sign',
      'verify',
    ]) as Promise<webcrypto.CryptoKeyPair>
    const forged = await codeOf(NUMBER, strangers)
    expect(await saidOf(door.scan(forged))).toMatchObject({ by: 'door', verdict: { why: 'forged' } })
    device.now += 9_000
    expect(await saidOf(door.scan(await codeOf(NUMBER)))).toMatchObject({ by: 'server', verdict: ADMITTED })
    const asked = server.bodies.flatMap(({ ask }) => ask?.id ?? [])
    expect(asked).toHaveLength(2)
    expect(new Set(asked).size).toBe(1)
    door.kill()
  })

  it('asks nothing about what no news can change', async () => {
    const { server, open } = await doorWorld()
    const door = await open()
    await door.set({ ...door.state().settings, zones: [1] })
    expect((await saidOf(door.scan(await codeOf(NUMBER)))).verdict).toEqual({ kind: 'refused', why: 'wrong-zone' })
    expect(server.bodies.some(({ ask }) => ask !== undefined)).toBe(false)
    door.kill()
  })
})

describe('a door that was cut off', () => {
  it('asks at once when the network returns while a request without it is still failing', async () => {
    const { server, device, open } = await doorWorld()
    const door = await open()
    server.isThere = false
    // After eight failures the next pause would be a minute.
    device.chance = 1
    for (let tries = 0; tries < 8; tries += 1) await door.sendNow()
    let fail = (): void => undefined
    server.failing = new Promise((resolve) => {
      fail = resolve
    })
    const asking = door.sendNow()
    server.isThere = true
    door.setOnline(true)
    fail()
    await asking
    await eventually('an answer of the server', () => door.state().isLive, { within: 10_000 })
    door.kill()
  })

  it('tries again within seconds when the first request on a returned network fails', async () => {
    const { server, device, open } = await doorWorld()
    const door = await open()
    server.isThere = false
    device.chance = 1
    for (let tries = 0; tries < 8; tries += 1) await door.sendNow()
    door.setOnline(true)
    await eventually('a failed request', () => server.cuts === 9)
    server.isThere = true
    await eventually('an answer of the server', () => door.state().isLive, { within: 10_000 })
    door.kill()
  })
})
