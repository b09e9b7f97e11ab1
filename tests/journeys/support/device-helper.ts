import { generateAnswerId, generateMutationId, toInstant, authorSchema } from '#domain/kernel/index.ts'
import { submitMutationSchema, type FileClaim } from '#domain/answering/index.ts'
import { getDeviceId, openDevice, openLocal, saveAnswer } from '#local/index.ts'
import { hashSha256 } from '#sync/index.ts'

/**
 * Built by `plantAnswers` and run in the app's own page: saves answers by the hundred with the app's own `saveAnswer`,
 * which would take a person an hour. The product itself exposes nothing for it.
 */
export type PlantOrder = {
  readonly account: string
  readonly template: string
  readonly version: number
  readonly count: number
  /** answers of different batches have different photos */
  readonly batch: string
  /** length of each photo; a small one otherwise */
  readonly bytes?: number
}

export async function plant({
  account,
  template,
  version,
  count,
  batch,
  bytes = 0,
}: PlantOrder): Promise<readonly string[]> {
  const author = authorSchema.parse(account)
  const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))
  const device = await getDeviceId(openDevice(), random)
  const local = openLocal(author)
  try {
    const ids: string[] = []
    for (let number = 1; number <= count; number += 1) {
      const data = padded(await picture(`${batch} ${number}`), bytes)
      const claim: FileClaim = {
        sha256: await hashSha256(crypto, new Uint8Array(data)),
        bytes: data.byteLength,
        type: 'image/jpeg',
        name: `${number}.jpg`,
      }
      const mutation = submitMutationSchema.parse({
        kind: 'answer.submit',
        id: generateMutationId(random(16)),
        answer: generateAnswerId(random(16)),
        author,
        device,
        clock: toInstant(Date.now()),
        offset: 0,
        template,
        version,
        header: { signatures: [] },
        content: {
          values: { '0/0': { respuesta: `${batch} ${number}` }, '0/1': { imagen: claim.sha256 } },
          conditions: {},
          rows: {},
        },
        files: [claim],
      })
      const saved = await saveAnswer(local, { mutation, files: [{ claim, data }] })
      if (!saved.ok) throw new Error(`${number}: ${saved.problem.code}`)
      ids.push(mutation.answer)
    }
    return ids
  } finally {
    local.close()
  }
}

async function picture(text: string): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(320, 240)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 320, 240)
  context.fillStyle = '#036'
  context.font = '40px sans-serif'
  context.fillText(text, 20, 120)
  return (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 })).arrayBuffer()
}

/** Appends bytes: a decoder stops at the end of the picture, so they only add length. */
function padded(picture: ArrayBuffer, length: number): ArrayBuffer {
  if (picture.byteLength >= length) return picture
  const bytes = new Uint8Array(length)
  bytes.set(new Uint8Array(picture))
  for (let at = picture.byteLength; at < length; at += 65_536)
    crypto.getRandomValues(bytes.subarray(at, Math.min(length, at + 65_536)))
  return bytes.buffer
}
