import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MUTANTS, placesOf } from '../simulation/mutants.ts'

it.each(MUTANTS)('there is one place for: $name', ({ file, find }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  expect([...source.matchAll(placesOf(find))]).toHaveLength(1)
})
