import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authorSchema } from '#domain/kernel/index.ts'
import { buildBoxAround, iterateTiles } from '#domain/maps/index.ts'
import { openMapDownloads, openMapTiles } from '#local/map/index.ts'
import { there } from '#tests/support/there.ts'
import type { LockHost } from '#sync/index.ts'
import { createMapDownloader, type DownloadState } from './map-download.ts'

const CENTRE = { latitude: -31.42, longitude: -64.18 }
const SET = { boxes: [buildBoxAround(CENTRE, 2)], zoom: 12 }
const ADDRESSES = [...iterateTiles(SET)].map(({ z, x, y }) => `/api/tiles/default/${z}/${x}/${y}`)
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const image = () => new Response(Uint8Array.from(PNG))
const refusal = (status: number, code: string, headers = {}) => Response.json({ error: { code } }, { status, headers })
const cut = (): never => {
  throw new TypeError('cut')
}

/** A window of a device with a server of its own. */
function opened() {
  const downloads = openMapDownloads()
  const tiles = openMapTiles()
  const server = {
    asked: [] as string[],
    reply: (_address: string): Response => image(),
    waited: [] as number[],
    /** called during a wait */
    meanwhile: async (): Promise<void> => undefined,
    states: [] as string[],
    storage: { quota: 10e9, usage: 0 },
    locks: undefined as LockHost | undefined,
  }
  const downloader = createMapDownloader({
    downloads,
    tiles,
    fetch: async (address) => {
      server.asked.push(address)
      return server.reply(address.replace('?download=1', ''))
    },
    account: authorSchema.parse('ines'),
    clock: () => 1000,
    timeout: () => new AbortController().signal,
    pause: async (milliseconds) => {
      server.waited.push(milliseconds)
      if (server.waited.length > 50) throw new Error('It waits for ever')
      await server.meanwhile()
    },
    locks: { request: async (...asking) => (server.locks ?? free).request(...asking) },
    storage: { estimate: async () => server.storage },
  })
  downloader.subscribe(() => server.states.push(said(downloader.state())))
  const begin = async () => {
    expect((await downloader.begin(SET)).ok).toBe(true)
    await downloader.run()
  }
  return { downloads, tiles, server, downloader, begin }
}
const free: LockHost = { request: async (_name, _options, run) => run({}) }
const said = (state: DownloadState) => ('problem' in state ? `${state.kind} ${state.problem.code}` : state.kind)

const clean = async () => {
  await openMapDownloads().remove()
  await openMapTiles().clear()
}
beforeEach(clean)
afterEach(clean)

describe('a map that is downloaded', () => {
  it('is asked for tile by tile, once each and as what it is, and rests when it is whole', async () => {
    const { downloads, server, downloader, begin } = opened()
    await begin()
    expect(server.asked.toSorted()).toEqual(ADDRESSES.map((address) => `${address}?download=1`).toSorted())
    expect(await downloads.read()).toMatchObject({
      tiles: ADDRESSES.length,
      total: ADDRESSES.length,
      bytes: ADDRESSES.length * PNG.length,
      going: false,
    })
    expect(downloader.state()).toEqual({ kind: 'resting' })
  })

  it('asks for nothing that is here: after a pause, in another window, or what someone looked at', async () => {
    const first = opened()
    await first.tiles.put(there(ADDRESSES[0]), Uint8Array.from(PNG).buffer, 1000)
    first.server.reply = (address) => {
      if (address === ADDRESSES[30]) void first.downloader.pause()
      return image()
    }
    await first.begin()
    const { tiles = 0, going } = (await first.downloads.read()) ?? {}
    expect([tiles > 20, tiles < ADDRESSES.length, going]).toEqual([true, true, false])
    const second = opened()
    await second.downloader.resume()
    expect(first.server.asked.length + second.server.asked.length).toBe(ADDRESSES.length - 1)
    expect(await second.downloads.read()).toMatchObject({ tiles: ADDRESSES.length, going: false })
  })

  it('waits while there is no network, longer each time, and continues automatically', async () => {
    const { downloads, server, begin } = opened()
    server.reply = cut
    server.meanwhile = async () => {
      if (server.waited.length === 3) server.reply = image
    }
    await begin()
    expect(server.waited).toEqual([2000, 4000, 8000])
    expect(server.states).toContain('waiting network.unreachable')
    expect(await downloads.read()).toMatchObject({ tiles: ADDRESSES.length })
  })

  it('goes at the pace that the server wants', async () => {
    const { downloads, server, begin } = opened()
    let left = 10
    server.reply = () => {
      left -= 1
      return left < 0 ? refusal(429, 'request.too-many', { 'retry-after': '7' }) : image()
    }
    server.meanwhile = async () => void (left = 1000)
    await begin()
    expect([server.waited, await downloads.read()]).toMatchObject([[7000], { tiles: ADDRESSES.length }])
  })

  it.each([
    ['0', [2000, 4000, 8000]],
    ['4294967296', [3_600_000, 3_600_000, 3_600_000]],
  ])('is never in a hurry with a server that is busy, nor waits for ever: %s seconds', async (seconds, waits) => {
    const { server, begin } = opened()
    server.reply = () => refusal(503, 'server.busy', { 'retry-after': seconds })
    const before = ADDRESSES.length
    server.meanwhile = async () => {
      if (server.waited.length === 3) server.reply = image
    }
    await begin()
    expect(server.waited).toEqual(waits)
    // A busy server gets one request at a time, until it succeeds.
    expect(server.asked.length).toBeLessThan(before + 24 + 3)
  })

  it('asks for nothing more once it is paused while it waits', async () => {
    const { downloads, server, downloader, begin } = opened()
    server.reply = cut
    server.meanwhile = () => downloader.pause()
    await begin()
    expect([server.asked.length, downloader.state(), (await downloads.read())?.going]).toEqual([
      24,
      { kind: 'resting' },
      false,
    ])
  })

  it.each([
    ['its provider does not allow it', () => refusal(403, 'map.download-not-allowed'), 'map.download-not-allowed'],
    ['the session is over', () => refusal(401, 'session.required'), 'session.required'],
    ['a newer server says no', () => refusal(403, 'map.reason-of-tomorrow'), 'access.forbidden'],
    ['the provider gives nothing', () => refusal(502, 'map.tile-failed'), 'map.tile-failed'],
  ])('stops when %s, says so, and goes on when somebody asks', async (_, reply, code) => {
    const { downloads, server, downloader, begin } = opened()
    server.reply = reply
    await begin()
    expect(downloader.state()).toMatchObject({ kind: 'stopped', problem: { code } })
    // A failing source is left alone: not all tiles are requested.
    expect(server.asked.length).toBeLessThan(ADDRESSES.length)
    expect([await downloads.read(), server.waited]).toMatchObject([{ going: false, tiles: 0 }, []])
    server.reply = image
    await downloader.resume()
    expect(await downloads.read()).toMatchObject({ tiles: ADDRESSES.length })
  })

  it('takes no page of someone on the way for a tile, nor for a last word', async () => {
    const { downloads, server, begin } = opened()
    const pages = [
      () => new Response('<!doctype html>'),
      () => new Response('<!doctype html>', { status: 404 }),
      () => new Response('<!doctype html>', { status: 403 }),
      () => new Response('', { status: 511 }),
    ]
    server.reply = () => there(pages[server.waited.length % pages.length])()
    server.meanwhile = async () => {
      expect((await downloads.read())?.tiles).toBe(0)
      if (server.waited.length === pages.length) server.reply = image
    }
    await begin()
    expect(await downloads.read()).toMatchObject({ tiles: ADDRESSES.length, bytes: ADDRESSES.length * PNG.length })
  })

  it('knows where no one has drawn anything, and does not ask again', async () => {
    const { downloads, server, downloader, begin } = opened()
    server.reply = (address) => (address === ADDRESSES[3] ? refusal(404, 'map.tile-missing') : image())
    await begin()
    await downloader.resume()
    expect([server.asked.length, (await downloads.read())?.going]).toEqual([ADDRESSES.length, false])
  })

  it('has all but the tiles that its provider could not give, which are asked for again later', async () => {
    const { downloads, server, downloader, begin } = opened()
    server.reply = (address) => (address === ADDRESSES[3] ? refusal(502, 'map.tile-failed') : image())
    await begin()
    expect(downloader.state()).toEqual({ kind: 'stopped', problem: { code: 'map.tile-failed' } })
    expect(await downloads.read()).toMatchObject({ tiles: ADDRESSES.length - 1, going: false })
    server.reply = image
    await downloader.resume()
    expect(server.asked).toHaveLength(ADDRESSES.length + 1)
  })

  it('leaves room for photos: it stops before the device is full', async () => {
    const { server, downloader, begin } = opened()
    server.storage = { quota: 1e9, usage: 1e9 - 50e6 }
    await begin()
    expect([downloader.state(), server.asked]).toEqual([
      { kind: 'stopped', problem: { code: 'device.storage-full' } },
      [],
    ])
  })

  it('is fetched by one window at a time, and by the next one when that is closed', async () => {
    const { downloads, server, downloader } = opened()
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    server.locks = {
      request: async (_name, options, run) => {
        if ('ifAvailable' in options) return run(null)
        await closed
        return run({})
      },
    }
    expect((await downloader.begin(SET)).ok).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.asked).toEqual([])
    close()
    await downloader.run()
    expect(await downloads.read()).toMatchObject({ tiles: ADDRESSES.length, going: false })
  })

  it('that is removed in the meantime stays removed, and another one takes its place', async () => {
    const { downloads, server, downloader, begin } = opened()
    server.reply = (address) => {
      if (address === ADDRESSES[5]) void downloader.remove()
      return image()
    }
    await begin()
    expect([await downloads.read(), (await downloads.addresses()).size]).toEqual([undefined, 0])
    expect(server.asked.length).toBeLessThan(ADDRESSES.length)
    server.reply = image
    await begin()
    expect(await downloads.read()).toMatchObject({ tiles: ADDRESSES.length })
  })

  it('is measured by a few tiles, which are then not asked for again', async () => {
    const { server, downloader, begin } = opened()
    const sample = await downloader.sample(CENTRE)
    expect(sample.ok && [sample.value.size, sample.value.get(18)]).toEqual([14, PNG.length])
    expect(server.asked.length).toBeLessThan(40)
    await begin()
    expect(new Set(server.asked).size).toBe(server.asked.length)
  })

  it('is not measured where that is not allowed, and that is asked once', async () => {
    const { server, downloader } = opened()
    server.reply = () => refusal(403, 'map.download-not-allowed')
    expect(await downloader.sample(CENTRE)).toEqual({ ok: false, problem: { code: 'map.download-not-allowed' } })
    expect(server.asked).toHaveLength(1)
    server.reply = cut
    expect(await downloader.sample(CENTRE)).toEqual({ ok: false, problem: { code: 'network.unreachable' } })
  })
})
