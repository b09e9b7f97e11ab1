import { expect, it } from 'vitest'
import type { RowValues } from '../answers/documents/values.ts'
import { findRowOrigins } from './by-position.ts'

const rows = (name: string, count: number): readonly RowValues[] =>
  Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_question, question) => [question, { respuesta: `${name} ${row} ${question}` }]),
    ),
  )

it('finds 500 rows of an earlier app again in well under a second, when all of them say something else', () => {
  const [before, after] = [rows('before', 500), rows('after', 500)]
  const begin = performance.now()
  expect(findRowOrigins(before, after)).toHaveLength(500)
  expect(performance.now() - begin).toBeLessThan(1000)
})
