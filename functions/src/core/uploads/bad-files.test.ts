import { beforeAll, describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { BAD_FILES, located, WHOLE_JPEG, wholePng, zipOf } from '#tests/support/bad-files/index.ts'
import { hashOf } from '#tests/support/builders/submit.ts'
import { create } from '#tests/support/server/uploads.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

/* Files that our device refuses (src/features/answering/attachments/bad-files.test.tsx), sent directly. */

let world: World
let cookie: string
beforeAll(async () => {
  world = await buildWorld()
  cookie = await world.signIn('ines')
})

describe.each(['as its name says', 'as something unknown'])('a file sent %s', (how) => {
  it.each(
    BAD_FILES.filter(({ misplaced }) => misplaced !== true).map(
      (file) => [`${file.field}: ${file.what}`, file] as const,
    ),
  )('%s', async (_what, file) => {
    const { bytes, name } = file
    const type = how === 'as its name says' ? file.type : 'application/octet-stream'
    const before = await world.files.list()
    const response = await create(world, cookie, bytes, { body: bytes, name, type })
    expect(await codeOf(response)).toBe(file.code)
    expect(response.status).toBeLessThan(500)
    expect(await world.files.list()).toEqual(before)
    expect(await world.store.get(keys.file('ines' as never, hashOf(bytes)))).toBeUndefined()
  })
})

describe('a file that only looks odd', () => {
  const film = Buffer.from('\0\0\0\x18ftypmp42 of a second and a half')
  it.each([
    [
      'a photo that says where it was taken, and keeps it: the server draws nothing anew',
      located(WHOLE_JPEG),
      'image/jpeg',
    ],
    ['a photo with a film behind it, as phones make them', Buffer.concat([WHOLE_JPEG, film]), 'image/jpeg'],
    ['a PNG of 10,000 × 10,000 pixels', wholePng(10_000, 10_000), 'image/png'],
    ['a map of a few bytes', zipOf('doc.kml', Buffer.from('<kml/>'.repeat(5000))), 'application/vnd.google-earth.kmz'],
  ])('is taken: %s', async (_what, given, type) => {
    const bytes = new Uint8Array(given)
    const response = await create(world, cookie, bytes, { body: bytes, name: 'algo', type })
    expect(response.status).toBe(201)
    const noted = await world.store.get(keys.file('ines' as never, hashOf(bytes)))
    expect(noted).toMatchObject({ type, bytes: bytes.length })
    const stored = await new Response(await world.files.read(hashOf(bytes))).bytes()
    expect(Buffer.compare(stored, bytes)).toBe(0)
  })
})
