import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

/*
 * Checks that no user's text can block a thread: a regular expression with more than linear time takes seconds for a
 * field of 60,000 spaces. The expressions are judged by shape, so no time is measured.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Expressions built at run time, checked by hand: anchored, and made of parts that share no character with the next,
 * or repeated at most six times.
 */
const PUT_TOGETHER = [
  'functions/src/core/document-keys.ts',
  'src/domain/citizens/citizen-faults.ts',
  'src/domain/corrections/conflict-place.ts',
  'src/domain/kernel/address.ts',
  'src/domain/kernel/paths.ts',
  'src/domain/kernel/row-ids.ts',
  'src/domain/statistics/query.ts',
  'src/domain/templates/checking/reader-advice.ts',
  'src/domain/answers/answers-api.ts',
  'src/domain/answers/value-filter.ts',
  'src/domain/xlsform/type-cell.ts',
]

type Found = { readonly slow: readonly string[]; readonly putTogether: boolean; readonly count: number }

/** @param path tells whether it is a screen's @returns its expressions that are not linear, as written */
function expressionsIn(path: string, source: string): Found {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const slow: string[] = []
  let [putTogether, count] = [false, 0]
  const call = ({ callee }: { readonly callee: object }): void => {
    putTogether ||= 'name' in callee && callee.name === 'RegExp'
  }
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      count += 1
      const { reports } = analyse({ source: pattern, flags }, { maxReports: 1 })
      if (reports.length > 0) slow.push(`/${pattern}/${flags}`)
    },
    NewExpression: call,
    CallExpression: call,
  }).visit(program)
  return { slow, putTogether, count }
}

const files = ['src', 'sw', 'functions/src']
  .flatMap((folder) => readdirSync(`${ROOT}/${folder}`, { recursive: true }).map((name) => `${folder}/${String(name)}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('/build-plugins/'))

const all = files.map((path) => ({
  path,
  ...expressionsIn(path, readFileSync(`${ROOT}/${path}`, 'utf8')),
}))

describe('expressions', () => {
  it('go over a text once', () => {
    expect(all.flatMap(({ path, slow }) => slow.map((one) => `${path} ${one}`))).toEqual([])
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(200)
  })

  it('are written out, or were read by a person', () => {
    expect(all.filter(({ putTogether }) => putTogether).map(({ path }) => path)).toEqual(
      expect.arrayContaining(PUT_TOGETHER.filter((path) => files.includes(path))),
    )
    expect(all.filter(({ path, putTogether }) => putTogether && !PUT_TOGETHER.includes(path))).toEqual([])
  })

  it.each(['a.replaceAll(/ *\\n */g, b)', '/-+$/.test(a)', '/(a+)+$/.test(a)', '/^\\s*(.*?)\\s*$/.exec(a)'])(
    'that are slow are found: %s',
    (source) => expect(expressionsIn('slow.ts', source).slow).toHaveLength(1),
  )
})
