import { expect } from 'vitest'
import { type TemplateDraft, headerImageSchema, type HeaderImage } from '#domain/templates/index.ts'
import { buildDraft, templateCalls, templateIdOf } from './templates.ts'
import { buildWorld, type World } from './world.ts'

export const ID = templateIdOf('A')
export const DAY = 24 * 60 * 60 * 1000
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
export const JPEG = [0xff, 0xd8, 0xff, 0xe0]
/** Bytes that begin like an image. */
export function png(seed = 0, length = 64): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).fill(seed).map((byte, index) => PNG[index] ?? byte)
}

/** A world with users who send, view and remove images. */
export async function start() {
  const world = await buildWorld()
  const calls = templateCalls(world)
  const cookies = new Map<string, string>()
  const as = async (who: string) => {
    if (who === 'nobody') return {}
    const cookie = cookies.get(who) ?? (await world.signIn(who))
    cookies.set(who, cookie)
    return { cookie }
  }
  return {
    world,
    calls,
    send: async (who: string, bytes: Uint8Array, id: string = ID) =>
      world.ask('POST', `/api/templates/${id}/images`, { ...(await as(who)), body: bytes }),
    see: async (who: string, url: string) => world.ask('GET', url, await as(who)),
    drop: async (who: string, url: string) => (await world.ask('DELETE', url, await as(who))).status,
  }
}

export async function imageOf(response: Response): Promise<HeaderImage> {
  expect(response.status).toBe(200)
  return headerImageSchema.parse(await response.json())
}

export async function isStored({ files }: World, { sha256 }: HeaderImage): Promise<boolean> {
  return (await files.size(sha256)) !== undefined
}

/** A draft with this header image. */
export function withImage(url: string): TemplateDraft {
  return buildDraft({ opcionales: { headerImg: true }, headerImageURL: url })
}
