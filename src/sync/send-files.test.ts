import { expect, it, vi } from 'vitest'
import { UPLOAD_CHUNK_BYTES } from '#domain/sync/index.ts'
import { LONG_FILE_BYTES } from '#local/index.ts'
import { buildDevice, capture, saveOne } from '#tests/support/device/device.ts'
import { fakeServer } from '#tests/support/device/fake-server.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { runSync } from './run-sync.ts'

/** A file with unique bytes. */
function bytes(length: number, mark: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(length)
  data[0] = mark
  return data
}

/** The requests that the device sends: unfinished files, and the lengths of bodies. */
function watch(server: ReturnType<typeof fakeServer>) {
  const begun = new Map<string, number>()
  const seen = { longAtOnce: 0, shortBesideLong: 0, longestBody: 0 }
  const device = buildDevice(async (path, init) => {
    const headers = new Headers(init.headers)
    const length = Number(headers.get('upload-length') ?? Number.NaN)
    if (init.method === 'POST' && !Number.isNaN(length)) begun.set(headers.get('upload-metadata') ?? '', length)
    if (init.body instanceof Uint8Array) seen.longestBody = Math.max(seen.longestBody, init.body.byteLength)
    const long = [...begun.values()].filter((one) => one > LONG_FILE_BYTES).length
    seen.longAtOnce = Math.max(seen.longAtOnce, long)
    if (long > 0) seen.shortBesideLong = Math.max(seen.shortBesideLong, begun.size - long)
    // Lets the others run.
    await new Promise((resolve) => void setTimeout(resolve, 1))
    const response = await server.fetch(path, init)
    const offset = Number(response.headers.get('upload-offset'))
    for (const [file, size] of begun) if (size === offset) begun.delete(file)
    return response
  })
  return { device, seen }
}

it('holds one long file in memory at a time, while short ones pass, and sends pieces of a megabyte', async () => {
  const server = fakeServer(AUTHOR_PROFILE)
  const { device, seen } = watch(server)
  const long = [1, 2, 3].map((mark) => capture(bytes(LONG_FILE_BYTES + mark, mark), `${mark}.kmz`))
  const short = [4, 5, 6].map((mark) => capture(bytes(UPLOAD_CHUNK_BYTES + mark, mark), `${mark}.jpg`))
  await saveOne(device.local, 1, [...long, ...short])
  await device.run()
  expect(server.answers.size).toBe(1)
  expect(seen).toEqual({ longAtOnce: 1, shortBesideLong: 3, longestBody: UPLOAD_CHUNK_BYTES })
})

/** Twelve answers with a photo each; `before` is called before each photo, in order, with the number already sent. */
async function withPhotos(before: (sent: number, device: ReturnType<typeof buildDevice>) => Promise<void> | void) {
  const server = fakeServer(AUTHOR_PROFILE)
  let [line, sent] = [Promise.resolve<unknown>(undefined), 0]
  const device = buildDevice((path, init) => {
    if (!path.startsWith('/api/uploads')) return server.fetch(path, init)
    const sending = line.then(async () => {
      await before(sent, device)
      sent += 1
      return server.fetch(path, init)
    })
    line = sending
    return sending
  })
  for (let seed = 1; seed <= 12; seed += 1)
    await saveOne(device.local, seed, [capture(bytes(1000 + seed, seed), `${seed}.jpg`)])
  return { server, device }
}

it('answers whose photos go quickly are pushed together, after the first', async () => {
  const { server, device } = await withPhotos((_sent, { clock }) => void (clock.now += 5))
  await device.run()
  expect(server.pushed().map((push) => push.length)).toEqual([1, 11])
  expect(server.answers.size).toBe(12)
})

it('an answer does not wait for the next photo on a slow line', async () => {
  const { server, device } = await withPhotos(async (sent, { clock }) => {
    await vi.waitFor(() => expect(server.pushed().flat()).toHaveLength(sent))
    clock.now += 400
  })
  await device.run()
  expect(server.answers.size).toBe(12)
})

it('an answer waits a quarter of a second at most for one whose file takes long', async () => {
  const timers: { readonly after: number; readonly fire: () => void }[] = []
  const { server, device } = await withPhotos(async (sent) => {
    if (sent < 11) return
    // The last photo hangs; time passes.
    await vi.waitFor(() => expect(timers.filter(({ after }) => after <= 250)).not.toEqual([]))
    for (const { after, fire } of timers) if (after <= 250) fire()
    await vi.waitFor(() => expect(server.answers.size).toBe(11))
  })
  await runSync({
    ...device.deps,
    timeout: (after) => {
      const controller = new AbortController()
      timers.push({ after, fire: () => controller.abort() })
      return controller.signal
    },
  })
  expect(server.answers.size).toBe(12)
})

it('what was ready is pushed although the last file cannot be read', async () => {
  const { server, device } = await withPhotos(() => undefined)
  await device.local.database.blobs.delete(capture(bytes(1012, 12), '12.jpg').claim.sha256)
  await device.run()
  expect(server.answers.size).toBe(11)
})
