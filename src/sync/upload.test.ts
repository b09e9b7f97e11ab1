import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UPLOAD_CHUNK_BYTES } from '#domain/sync/index.ts'
import { listOutbox, loadAnswer, loadFile } from '#local/index.ts'
import { buildPair, capture, saveOne } from '#tests/support/device/device.ts'
import { refusal, type Call } from '#tests/support/device/fake-server.ts'

const isUpload = (call: Call): boolean => call.path.startsWith('/api/uploads')
const photo = capture('a photo of the shop front')

/** Bytes without repetition, so that a wrong offset is detected. */
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 31 + (index >> 8)) & 255
  return bytes
}

describe('a file', () => {
  it('that is small travels in one request', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [photo])
    await device.run()
    expect(server.calls.filter(isUpload).map((call) => call.method)).toEqual(['POST'])
  })

  it('that is large travels in pieces of at most a chunk', async () => {
    const { device, server } = buildPair()
    const video = capture(bytesOf(2 * UPLOAD_CHUNK_BYTES + 17), 'video.mp4', 'video/mp4')
    await saveOne(device.local, 1, [video])
    await device.run()
    const sizes = server.calls.filter(isUpload).map((call) => [call.method, call.body?.length ?? 0])
    expect(sizes).toEqual([
      ['POST', UPLOAD_CHUNK_BYTES],
      ['PATCH', UPLOAD_CHUNK_BYTES],
      ['PATCH', 17],
    ])
    expect(server.files.has(video.claim.sha256)).toBe(true)
  })

  it('that two answers share is sent once', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [photo])
    await saveOne(device.local, 2, [photo])
    await device.run()
    expect(server.answers.size).toBe(2)
    expect(server.calls.filter(isUpload)).toHaveLength(1)
  })

  it('that the server has already costs one request', async () => {
    const { device, server } = buildPair()
    server.files.set(photo.claim.sha256, new Uint8Array(photo.data))
    await saveOne(device.local, 1, [photo])
    await device.run()
    expect(server.answers.size).toBe(1)
    expect(server.calls.filter(isUpload)).toHaveLength(1)
  })

  it('with a name from anywhere keeps it', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [capture('x', 'año “ñandú” 写真 🏠.jpg')])
    await device.run()
    const metadata = server.calls.find(isUpload)?.headers.get('upload-metadata') ?? ''
    const name = Buffer.from(/name (\S+)/.exec(metadata)?.[1] ?? '', 'base64').toString('utf8')
    expect(name).toBe('año “ñandú” 写真 🏠.jpg')
  })

  it('continues where it was cut, at whatever byte, and arrives whole', async () => {
    const length = UPLOAD_CHUNK_BYTES + 5000
    const video = capture(bytesOf(length), 'video.mp4', 'video/mp4')
    const cuts = fc.array(fc.nat({ max: 6000 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(cuts, async (sizes) => {
        const { device, server } = buildPair()
        await saveOne(device.local, 1, [video])
        const left = [...sizes]
        server.fault = (call) => {
          const cutAfter = call.body instanceof Uint8Array ? left.shift() : undefined
          return cutAfter === undefined ? undefined : { cutAfter }
        }
        for (let run = 0; run <= sizes.length; run += 1) {
          await device.run({ hurry: true })
          device.clock.now += 60_000
        }
        expect(server.answers.size).toBe(1)
        // The server accepts only bytes with this hash.
        expect(server.files.has(video.claim.sha256)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('is not sent from its start again after the second break', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [capture(bytesOf(10_000))])
    for (const cutAfter of [4000, 3000, 2000]) {
      server.fault = (call) => (call.body instanceof Uint8Array ? { cutAfter } : undefined)
      await device.run({ hurry: true })
    }
    server.fault = () => undefined
    const before = server.calls.length
    await device.run({ hurry: true })
    const sent = server.calls
      .slice(before)
      .filter(isUpload)
      .reduce((sum, call) => sum + (call.body?.length ?? 0), 0)
    expect(sent).toBe(5000)
  })

  it.each([404, 410])('starts again when its upload is gone (%i)', async (status) => {
    const { device, server } = buildPair()
    const video = capture(bytesOf(UPLOAD_CHUNK_BYTES + 10), 'video.mp4', 'video/mp4')
    await saveOne(device.local, 1, [video])
    let once = true
    server.fault = (call) => {
      if (call.method !== 'PATCH' || !once) return undefined
      once = false
      server.uploads.clear()
      return refusal(status, 'request.not-found')
    }
    await device.run()
    expect(server.files.has(video.claim.sha256)).toBe(true)
    expect(server.answers.size).toBe(1)
  })

  describe('that is long', () => {
    const long = capture(bytesOf(12 * UPLOAD_CHUNK_BYTES), 'video.mp4', 'video/mp4')
    const isLastPiece = (call: Call): boolean => Number(call.headers.get('upload-offset')) === 11 * UPLOAD_CHUNK_BYTES

    it('goes through in the same run when the server has lost its upload near the end', async () => {
      const { device, server } = buildPair()
      await saveOne(device.local, 1, [long])
      let once = true
      server.fault = (call) => {
        if (once && isLastPiece(call)) {
          once = false
          server.uploads.clear()
        }
        return undefined
      }
      await device.run()
      expect(server.answers.size).toBe(1)
    })

    it('is set aside when the copy of the server differs a second time', async () => {
      const { device, server } = buildPair()
      await saveOne(device.local, 1, [long])
      server.fault = (call) => {
        if (!isLastPiece(call)) return undefined
        server.uploads.clear()
        return refusal(422, 'file.hash-mismatch')
      }
      await device.run()
      expect(await listOutbox(device.local)).toMatchObject([
        { state: { kind: 'quarantined', problem: { code: 'file.hash-mismatch' } } },
      ])
    })

    it('waits when the server loses its upload again and again', async () => {
      const { device, server } = buildPair()
      await saveOne(device.local, 1, [long])
      server.fault = (call) => {
        if (call.method === 'PATCH') server.uploads.clear()
        return undefined
      }
      await device.run()
      expect(server.calls.filter(isUpload).length).toBeLessThan(20)
      expect(await listOutbox(device.local)).toMatchObject([{ attempts: 1, state: { kind: 'waiting' } }])
    })
  })

  it('gives up for a while when the server says the same offset again and again and refuses what follows', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [capture(bytesOf(UPLOAD_CHUNK_BYTES + 10), 'video.mp4', 'video/mp4')])
    server.fault = (call) => (call.method === 'PATCH' ? refusal(409, 'request.malformed') : undefined)
    await device.run()
    expect(server.calls.filter(isUpload).length).toBeLessThan(15)
    expect(await listOutbox(device.local)).toMatchObject([{ attempts: 1, state: { kind: 'waiting' } }])
  })

  it.each([
    ['longer', 9000, 9000],
    ['longer, and half there', 9000, 5500],
    ['shorter', 3000, 3000],
    ['shorter, and half there', 3000, 1000],
  ])(
    'gets over a reply to the upload of another one that came in place of its own (%s)',
    async (_other, length, there) => {
      const { device, server } = buildPair()
      const video = capture(bytesOf(6000), 'video.mp4', 'video/mp4')
      await saveOne(device.local, 1, [video])
      const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(there) }
      let once = true
      server.fault = (call) => {
        if (!isUpload(call)) return undefined
        // The reply about the other upload contains only its offset and length.
        if (call.path === '/api/uploads/other')
          return call.method === 'HEAD'
            ? new Response(null, { headers: { ...headers, 'upload-length': String(length) } })
            : refusal(409, 'request.malformed')
        if (!once) return undefined
        once = false
        return new Response(null, { status: 201, headers: { ...headers, location: '/api/uploads/other' } })
      }
      await device.run({ hurry: true })
      expect(server.files.has(video.claim.sha256)).toBe(true)
      expect(server.answers.size).toBe(1)
    },
  )

  it('asks for the offset when the server has another one', async () => {
    const { device, server } = buildPair()
    const video = capture(bytesOf(UPLOAD_CHUNK_BYTES + 10), 'video.mp4', 'video/mp4')
    await saveOne(device.local, 1, [video])
    let once = true
    server.fault = (call) => {
      if (call.method !== 'PATCH' || !once) return undefined
      once = false
      return refusal(409, 'request.malformed')
    }
    await device.run()
    expect(server.calls.filter(isUpload).map((call) => call.method)).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH'])
    expect(server.answers.size).toBe(1)
  })

  it('that was damaged on the way is sent once more, and then set aside with the local bytes kept', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [photo])
    server.fault = (call) => (isUpload(call) ? refusal(422, 'file.hash-mismatch') : undefined)
    await device.run()
    expect(server.calls.filter(isUpload)).toHaveLength(2)
    expect(await listOutbox(device.local)).toMatchObject([
      { state: { kind: 'quarantined', problem: { code: 'file.hash-mismatch' } } },
    ])
    expect(await loadFile(device.local, photo.claim)).toBeDefined()
  })

  it('that was damaged on the device is unreadable, whatever the server says', async () => {
    const { device } = buildPair()
    await saveOne(device.local, 1, [photo])
    const other = new Uint8Array(photo.claim.bytes).fill(7)
    await device.local.database.blobs.put({ sha256: photo.claim.sha256, data: other.buffer })
    await device.run()
    expect(await listOutbox(device.local)).toMatchObject([
      { state: { kind: 'quarantined', problem: { code: 'file.unreadable' } } },
    ])
  })

  it('of a refused type sets only its own answer aside', async () => {
    const { device, server } = buildPair()
    const refused = await saveOne(device.local, 1, [photo])
    await saveOne(device.local, 2, [capture('another')])
    server.fault = (call) =>
      isUpload(call) && call.headers.get('upload-length') === String(photo.claim.bytes)
        ? refusal(422, 'file.wrong-type')
        : undefined
    await device.run()
    expect(server.answers.size).toBe(1)
    expect((await loadAnswer(device.local, refused.answer))?.delivery).toMatchObject({
      kind: 'attention',
      problem: { code: 'file.wrong-type' },
    })
  })

  it('of a blocked account waits, and nothing is set aside', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1, [photo])
    server.fault = (call) => (isUpload(call) ? refusal(403, 'municipality.blocked') : undefined)
    expect(await device.run()).toMatchObject({
      kind: 'stopped',
      stop: { kind: 'refused', problem: { code: 'municipality.blocked' } },
    })
    expect(await listOutbox(device.local)).toMatchObject([
      { state: { kind: 'waiting', problem: { code: 'municipality.blocked' } } },
    ])
  })
})
