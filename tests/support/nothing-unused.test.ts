import { expect, it } from 'vitest'
import * as limits from '#domain/kernel/limits.ts'
import { problemCodeSchema } from '#domain/kernel/problem.ts'
import { readProject } from './architecture/source-files.ts'

/** Production code by path, without tests. */
const product = [...readProject()].filter(
  ([path]) => /^(?:src|sw|locales|functions\/src)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path),
)
const textsBut = (except: RegExp): string =>
  product
    .filter(([path]) => !except.test(path))
    .map(([, text]) => text)
    .join('\n')

it('every limit bounds something: one that nothing asks says what is not so', () => {
  const own = product.find(([path]) => path === 'src/domain/kernel/limits.ts')?.[1] ?? ''
  const words = new Set(textsBut(/kernel\/limits\.ts$/).match(/\b[A-Z][A-Z\d_]+\b/g))
  const asked = (name: string) => words.has(name) || (own.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1
  const unused = Object.keys(limits).filter((name) => !asked(name))
  expect(unused).toEqual([])
})

it('every refusal is made somewhere: words for one that no one makes are read by no one', () => {
  const made = textsBut(/kernel\/problem\.ts$|problem-messages\.ts$|http\/problems\.ts$/)
  expect(problemCodeSchema.options.filter((code) => !made.includes(`'${code}'`))).toEqual([])
})
