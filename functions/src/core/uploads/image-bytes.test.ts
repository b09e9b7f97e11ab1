import { expect, it } from 'vitest'
import { refuse, type Sha256 } from '#domain/kernel/index.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { sha256Hex } from '../http/digest.ts'
import { sealBytes } from './image-bytes.ts'

const BYTES = new TextEncoder().encode('bytes of an image')

it('bytes that came whole are kept under their hash', async () => {
  const { ports, files } = await buildWorld()
  const sha256 = (await sha256Hex(BYTES)) as Sha256
  await sealBytes(ports, sha256, BYTES)
  expect(new Uint8Array(await new Response(await files.read(sha256)).arrayBuffer())).toEqual(BYTES)
})

it('where the store did not keep them as they are, anyone who names them must not continue', async () => {
  const { ports, files } = await buildWorld()
  const sha256 = (await sha256Hex(BYTES)) as Sha256
  const refusing = { ...ports, files: { uploads: files.uploads, seal: async () => refuse('file.hash-mismatch') } }
  await expect(sealBytes(refusing as unknown as typeof ports, sha256, BYTES)).rejects.toThrow('file.hash-mismatch')
})
