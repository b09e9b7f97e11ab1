import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import type { getStorage } from 'firebase-admin/storage'
import { expect, it } from 'vitest'
import type { CloudBucket } from '#firebase/storage/bucket.ts'
import { openCloudFiles } from '#firebase/storage/files.ts'
import { fakeBucket } from '#tests/support/cloud/bucket.ts'
import { filesContract, hashOf } from './files.contract.ts'

process.stderr.write(
  'NOT JUDGED  Cloud Storage: time-outs, retries and latency of the real service\n            the bucket is one of our own, in this process\n',
)

filesContract('Cloud Storage (a bucket in this process)', (clock) => openCloudFiles(fakeBucket(clock), clock))

// Compiles only while a real bucket has the type of ours.
export function accept(bucket: ReturnType<ReturnType<typeof getStorage>['bucket']>): CloudBucket {
  return bucket
}

async function begun(bytes: number) {
  const bucket = fakeBucket(Date.now)
  const files = openCloudFiles(bucket, Date.now)
  await files.uploads.create(new Upload({ id: 'upload-one', size: bytes, offset: 0 }))
  return { bucket, files }
}

it('joins any number of pieces, and leaves nothing of them behind', async () => {
  const content = Buffer.from(Array.from({ length: 1100 }, (_, i) => i % 251))
  const { bucket, files } = await begun(content.length)
  for (let i = 0; i < content.length; i += 1)
    await files.uploads.write(Readable.from([content.subarray(i, i + 1)]), 'upload-one', i)
  expect((await files.seal('upload-one', { sha256: hashOf(content), bytes: content.length })).ok).toBe(true)
  expect(bucket.names()).toEqual([`files/${hashOf(content)}`])
})

it('seals the empty file', async () => {
  const { files } = await begun(0)
  expect((await files.seal('upload-one', { sha256: hashOf(Buffer.alloc(0)), bytes: 0 })).ok).toBe(true)
  expect(await files.size(hashOf(Buffer.alloc(0)))).toBe(0)
})

it('takes one of two requests that send the same bytes through different instances, and refuses the other as late', async () => {
  const content = Buffer.from('twice')
  const { bucket, files } = await begun(content.length)
  const other = openCloudFiles(bucket, Date.now)
  const results = await Promise.allSettled(
    [files, other].map((store) => store.uploads.write(Readable.from([content]), 'upload-one', 0)),
  )
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({ status_code: 409 })
  expect((await files.uploads.getUpload('upload-one')).offset).toBe(content.length)
})

it('does not take an upload for damaged while another instance is sealing it', async () => {
  const content = Buffer.alloc(5000, 'x')
  for (let delay = 0; delay < 12; delay += 1) {
    const { bucket, files } = await begun(content.length)
    for (let i = 0; i < 5; i += 1)
      await files.uploads.write(Readable.from([content.subarray(i * 1000, i * 1000 + 1000)]), 'upload-one', i * 1000)
    const expected = { sha256: hashOf(content), bytes: content.length }
    const late = async () => {
      for (let i = 0; i < delay; i += 1) await Promise.resolve()
      return openCloudFiles(bucket, Date.now).seal('upload-one', expected)
    }
    expect((await Promise.all([files.seal('upload-one', expected), late()])).map((result) => result.ok)).toEqual([
      true,
      true,
    ])
  }
})
