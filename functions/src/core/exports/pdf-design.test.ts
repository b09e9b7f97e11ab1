import { expect, it } from 'vitest'
import { pdfCallSchema } from '#domain/pdf/index.ts'
import { parseChosenDesign } from './pdf-design.ts'

/** A chunk of a PNG; its checksum is not checked here. */
function chunk(name: string, data: readonly number[]): readonly number[] {
  return [0, 0, 0, data.length, ...Buffer.from(name), ...data, 0, 0, 0, 0]
}
const HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])]
const END = [...chunk('IDAT', [1, 2, 3]), ...chunk('IEND', [])]

async function judged(bytes: readonly number[]) {
  const logo = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
  const call = pdfCallSchema.parse({ answerId: '0'.repeat(26), logoData: { logoChecked: true, logo } })
  const look = await parseChosenDesign(call)
  return look.ok ? look.value.pictures.size : look.problem.code
}

it('a logo for one print is a picture by its bytes, whatever it says of itself', async () => {
  expect(await judged([...HEAD, ...END])).toBe(1)
  expect(await judged([...HEAD, ...chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), ...END])).toBe('file.wrong-type')
  expect(await judged([...Buffer.from('GIF89a, or so')])).toBe('file.wrong-type')
})
