import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { USAGE } from './usage.ts'

const SOURCES = ['../connectors/', './'].flatMap((folder) => {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${path}${name}`, 'utf8'))
})
/** Read one by one, or destructured from `process.env`. */
const READ = /(?:environment|process\.env)\['([A-Z_]+)'\]|\bread\('([A-Z_]+)'\)|\{ ([A-Z_, ]+) \} = process\.env/g

describe('the help of npm start', () => {
  it('names every setting that the server reads', () => {
    const read = SOURCES.flatMap((source) =>
      [...source.matchAll(READ)].flatMap(([, ...found]) => found.join('').split(', ')),
    )
    expect(read).toEqual(expect.arrayContaining(['DATA_DIR', 'ORIGIN', 'OIDC_ISSUER', 'TURNERO_PAGE_URL']))
    expect([...new Set(read)].filter((name) => !USAGE.includes(name))).toEqual([])
  })
})
