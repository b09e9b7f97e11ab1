import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Terms of `locales/README.md` that are also banned in comments, READMEs and the titles of tests. */
const BANNED = ['somebody', 'nobody', 'whoever', 'told', 'stretch', 'square']

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['src', 'sw', 'functions', 'tests', 'locales']
const NOT_OURS = new Set(['node_modules', 'dist', 'results'])
const TITLES = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(?:\\.|(?!\1).)*\1/g
const COMMENTS = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm
const CODE_IN_PROSE = /```[\s\S]*?```|`[^`\n]*`/g

function filesIn(folder: string): readonly string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(`${folder}/${entry.name}`)
    return [`${folder}/${entry.name}`]
  })
}

/** @returns the prose of a file: a README's text, the comments of code and styles, the titles of tests */
function proseOf(path: string): string {
  if (path.endsWith('banned-words.test.ts') || path === 'locales/README.md') return ''
  if (path.endsWith('README.md')) return readFileSync(`${ROOT}${path}`, 'utf8').replaceAll(CODE_IN_PROSE, ' ')
  if (!/\.(ts|tsx|mjs|css)$/.test(path)) return ''
  const code = readFileSync(`${ROOT}${path}`, 'utf8')
  return [COMMENTS, TITLES].flatMap((kind) => code.match(kind) ?? []).join('\n')
}

/** @returns how often a word occurs in a text, including its plural and genitive */
function countOf(word: string, text: string): number {
  return text.match(new RegExp(`\\b${word}(e?s|[’']s)?\\b`, 'gi'))?.length ?? 0
}

function wideComments(code: string): readonly string[] {
  const isComment = (line: string): boolean => /^\s*(?:\/?\*|\/\/)/.test(line) && !/(?:ox|es)lint-/.test(line)
  return code.split('\n').filter((line) => line.length > 120 && isComment(line))
}

describe('in comments, READMEs and titles of tests', () => {
  const prose = ['README.md', ...FOLDERS.flatMap(filesIn)].map(proseOf).join('\n')

  it.each(BANNED)('no text contains the banned word "%s"', (word) => {
    expect(countOf(word, prose), 'another word says it (locales/README.md)').toBe(0)
  })

  it('no comment goes past column 120, where code ends, but what tells the linter something', () => {
    const code = FOLDERS.flatMap(filesIn).filter((path) => /\.(ts|tsx|mjs|css)$/.test(path))
    const wide = code.flatMap((path) =>
      wideComments(readFileSync(`${ROOT}${path}`, 'utf8')).map((line) => [path, line]),
    )
    expect(wide).toEqual([])
    const [fits, past] = [`// ${'a'.repeat(117)}`, ` * ${'a'.repeat(118)}`]
    expect(wideComments([fits, past, `${fits} oxlint-disable`, `const ${fits}`].join('\n'))).toEqual([past])
  })

  it('counts a planted word, and no code', () => {
    expect(countOf('square', 'Squares of the map, a square’s bytes, squared')).toBe(2)
    expect('const a = "nobody" // nobody\n/* told */'.match(COMMENTS)).toEqual([' // nobody', '/* told */'])
    expect(`it('tells nobody', () => say('told'))`.match(TITLES)).toEqual([`it('tells nobody'`])
  })
})
