import { describe, expect, it } from 'vitest'
import { iterateStream, collectInBlobs, type Bytes } from './keep.ts'

async function* chunks(sizes: readonly number[]): AsyncGenerator<Bytes> {
  for (const [at, size] of sizes.entries()) yield new Uint8Array(size).fill(at)
}

describe('what is kept in blobs', () => {
  it('is every byte in its order, as one file of its type', async () => {
    const sizes = [3, 999_998, 0, 1_500_000, 7, 2]
    const file = await collectInBlobs(chunks(sizes), 'text/csv')
    expect([file.type, file.size]).toEqual(['text/csv', sizes.reduce((sum, size) => sum + size)])
    const bytes = new Uint8Array(await file.arrayBuffer())
    let from = 0
    for (const [at, size] of sizes.entries()) {
      expect(bytes.subarray(from, from + size).every((byte) => byte === at)).toBe(true)
      from += size
    }
  })

  it('is an empty file where nothing came', async () => {
    expect((await collectInBlobs(chunks([]), 'text/csv')).size).toBe(0)
  })

  it('fails as what gives the bytes fails', async () => {
    async function* broken(): AsyncGenerator<Bytes> {
      yield new Uint8Array(2_000_000)
      throw new Error('no room')
    }
    await expect(collectInBlobs(broken(), '')).rejects.toThrow('no room')
  })
})

it('a stream whose reader has enough is asked to stop', async () => {
  let isCancelled = false
  const endless = new ReadableStream<Bytes>({
    pull: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: () => void (isCancelled = true),
  })
  for await (const chunk of iterateStream(endless)) if (chunk.byteLength === 1) break
  expect(isCancelled).toBe(true)
})
