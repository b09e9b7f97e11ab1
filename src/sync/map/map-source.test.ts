import { describe, expect, it } from 'vitest'
import type { RequestSender, RequestOutcome } from '#domain/endpoints/index.ts'
import { authorSchema } from '#domain/kernel/index.ts'
import type { MapFacts } from '#domain/maps/index.ts'
import type { MapTileCache } from '#local/map/index.ts'
import { createBrowserMapSource } from './browser-map.ts'
import { createAccountOrigin } from './map-origin.ts'
import { createMapSource } from './map-source.ts'

const DAY = 24 * 60 * 60 * 1000
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const FACTS: MapFacts = { layers: [{ layer: 'default', attribution: '© Tiles' }], geocoder: true }
const PLACE = { z: 12, x: 1, y: 2 }
const CUT: RequestOutcome<never> = { kind: 'retry', problem: { code: 'network.unreachable' } }

/** A device with a server of its own. */
function opened() {
  const held = new Map<string, { bytes: ArrayBuffer; at: number }>()
  const state = {
    now: 0,
    facts: undefined as unknown,
    asked: [] as string[],
    headers: undefined as unknown,
    reply: (): Response => new Response(Uint8Array.from(PNG)),
    factsReply: { kind: 'ok', value: FACTS, sentAt: 0, gotAt: 0 } as RequestOutcome<MapFacts>,
  }
  const tiles: MapTileCache = {
    get: async (address) => held.get(address),
    put: async (address, bytes, at) => void held.set(address, { bytes, at }),
    facts: async () => state.facts,
    keepFacts: async (facts) => void (state.facts = facts),
    share: async () => ({ count: held.size, bytes: 0 }),
    clear: async () => held.clear(),
  }
  const source = createMapSource({
    tiles,
    origin: createAccountOrigin((async () => state.factsReply) as unknown as RequestSender),
    fetch: async (address, { headers }) => {
      state.asked.push(address)
      state.headers = headers
      return state.reply()
    },
    clock: () => state.now,
    account: authorSchema.parse('ines'),
  })
  const ask = async () => {
    const tile = await source.tile('default', PLACE, new AbortController().signal)
    return tile.ok ? `${tile.value.type} ${tile.value.size}` : tile.problem.code
  }
  return { state, held, source, ask }
}
const cut = (): never => {
  throw new TypeError('cut')
}

describe('a tile of the map', () => {
  it('is asked of the server once, by name of the account, and comes from the device from then on', async () => {
    const { state, ask } = opened()
    expect([await ask(), await ask()]).toEqual(['image/png 8', 'image/png 8'])
    expect(state.asked).toEqual(['/api/tiles/default/12/1/2'])
    expect(state.headers).toEqual({ 'x-relevo-account': 'ines' })
  })

  it('that was seen is there without a network, however old; one that was not is missing, and that is said', async () => {
    const { state, ask, held } = opened()
    state.reply = cut
    expect(await ask()).toBe('network.unreachable')
    held.set('/api/tiles/default/12/1/2', { bytes: Uint8Array.from([...PNG, 1]).buffer, at: -90 * DAY })
    expect([await ask(), state.asked.length]).toEqual(['image/png 9', 2])
  })

  it('is asked for again after a month', async () => {
    const { state, ask } = opened()
    await ask()
    state.now = 31 * DAY
    state.reply = () => new Response(Uint8Array.from([...PNG, 1]))
    expect([await ask(), await ask(), state.asked.length]).toEqual(['image/png 9', 'image/png 9', 2])
  })

  it.each([
    ['the sign-in page of a hotel', () => new Response('<!doctype html>'), 'network.unreachable'],
    ['a server that says no', () => new Response('{}', { status: 429 }), 'map.tile-failed'],
    ['no such square', () => new Response('{}', { status: 404 }), 'map.tile-missing'],
  ])('is never taken from %s', async (_, reply, code) => {
    const { state, ask, held } = opened()
    state.reply = reply
    expect([await ask(), held.size]).toEqual([code, 0])
  })
})

describe('a place of which this device has no near tile', () => {
  it('is found in the nearest farther one, four zooms away at most', async () => {
    const { held, source, state } = opened()
    const keep = (address: string, length: number) =>
      held.set(`/api/tiles/default/${address}`, { bytes: Uint8Array.from(PNG.slice(0, length)).buffer, at: -90 * DAY })
    keep('13/0/0', 8)
    expect(await source.farther('default', { z: 18, x: 9, y: 6 })).toBeUndefined()
    keep('14/0/0', 8)
    expect((await source.farther('default', { z: 18, x: 9, y: 6 }))?.part).toEqual({
      x: 9 / 16,
      y: 6 / 16,
      side: 1 / 16,
    })
    keep('16/2/1', 8)
    // A tile missing in the map leaves nothing to enlarge.
    keep('17/4/3', 0)
    expect(await source.farther('default', { z: 18, x: 9, y: 6 })).toMatchObject({
      image: { type: 'image/png' },
      part: { x: 0.25, y: 0.5, side: 0.25 },
    })
    expect(await source.farther('satellite', { z: 18, x: 9, y: 6 })).toBeUndefined()
    expect(await source.farther('default', { z: 5, x: 0, y: 0 })).toBeUndefined()
    expect(state.asked).toEqual([])
  })
})

it('asks once, by name of the account, whether the session is over when its tiles are refused for that', async () => {
  const asked: string[] = []
  const source = createBrowserMapSource(
    { Date: { now: () => 0 }, fetch: async () => new Response('{}', { status: 401 }) } as never,
    {
      tiles: { get: async () => undefined } as unknown as MapTileCache,
      ask: (async ({ path }: { readonly path: string }) => {
        asked.push(path)
        return { kind: 'sign-in', problem: { code: 'session.required' } }
      }) as unknown as RequestSender,
      account: authorSchema.parse('ines'),
    },
  )
  const ask = (x: number) => source.tile('default', { ...PLACE, x }, new AbortController().signal)
  await Promise.all([ask(1), ask(2), ask(3)])
  expect(asked).toEqual(['/map'])
})

describe('the map of a page', () => {
  it('asks by the browser itself, which lets no one else call its fetch', async () => {
    const browser = {
      Date: { now: () => 0 },
      async fetch(this: unknown) {
        if (this !== browser) throw new TypeError('Illegal invocation')
        return new Response(Uint8Array.from(PNG))
      },
    }
    const tiles = { get: async () => undefined, put: async () => undefined } as unknown as MapTileCache
    const ask = (async () => CUT) as unknown as RequestSender
    const source = createBrowserMapSource(browser, { tiles, ask, account: authorSchema.parse('ines') })
    expect((await source.tile('default', PLACE, new AbortController().signal)).ok).toBe(true)
  })
})

describe('what is known of the map', () => {
  it('is what the server says, and from then on, without a network too, what it said last', async () => {
    const { state, source } = opened()
    state.factsReply = CUT
    expect(await source.facts()).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } })
    state.factsReply = { kind: 'ok', value: FACTS, sentAt: 0, gotAt: 0 }
    expect(await source.facts()).toEqual({ ok: true, value: FACTS })
    state.factsReply = CUT
    expect(await source.facts()).toEqual({ ok: true, value: FACTS })
    const news = { ...FACTS, geocoder: false }
    state.factsReply = { kind: 'ok', value: news, sentAt: 0, gotAt: 0 }
    expect(await source.facts()).toEqual({ ok: true, value: FACTS })
    expect(await source.facts()).toEqual({ ok: true, value: news })
  })

  it('is asked for again where an earlier app has kept something else', async () => {
    const { state, source } = opened()
    state.facts = { layers: 'of another version' }
    expect(await source.facts()).toEqual({ ok: true, value: FACTS })
  })
})
