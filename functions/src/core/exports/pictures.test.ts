import { expect, it } from 'vitest'
import type { FileClaim } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { MAX_IMAGE_BYTES } from '#domain/kernel/index.ts'
import { checkPictures } from './pictures.ts'

const image = (number: number, more: object = {}) =>
  ({ sha256: String(number).padStart(64, '0'), bytes: MAX_IMAGE_BYTES, type: 'image/jpeg', ...more }) as FileClaim
const answer = (files: readonly FileClaim[]) => ({ files }) as Answer
/** The minimum number of maximum-size pictures that exceed a PDF's limit. */
const TOO_MANY = Math.floor((48 * 1024 * 1024) / MAX_IMAGE_BYTES) + 1

/** The result for these answers, and the number of files opened for it. */
async function judged(answers: readonly Answer[]) {
  let opened = 0
  const read = async () => {
    opened += 1
    return undefined
  }
  const { ok } = await checkPictures(
    { files: { read } as unknown as Parameters<typeof checkPictures>[0]['files'] },
    answers,
  )
  return { ok, opened }
}

it('answers whose pictures are too much together are refused before any is opened', async () => {
  const pictures = Array.from({ length: TOO_MANY }, (_, number) => image(number))
  expect(await judged([answer(pictures.slice(1)), answer(pictures.slice(0, 1))])).toEqual({ ok: false, opened: 0 })
  expect(await judged([answer(pictures.slice(1))])).toEqual({ ok: true, opened: TOO_MANY - 1 })
})

it('counted is each picture once, and no other file, nor one that is too large for paper', async () => {
  const pictures = Array.from({ length: TOO_MANY - 1 }, (_, number) => image(number))
  const others = [image(90, { type: 'video/mp4' }), image(91, { bytes: MAX_IMAGE_BYTES + 1 })]
  expect(await judged([answer(pictures), answer([...pictures, ...others])])).toEqual({ ok: true, opened: TOO_MANY - 1 })
})
