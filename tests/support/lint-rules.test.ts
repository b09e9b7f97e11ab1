import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const OXLINT = at('../../node_modules/oxlint/bin/oxlint')

const REFUSED: readonly (readonly [name: string, file: string, text: string, said: string])[] = [
  ['literal text', 'src/ui/a.tsx', 'export function A() { return <p>Sign in</p> }', 'go through lingui'],
  ['text in braces', 'src/ui/a.tsx', "export function A() { return <p>{'Sign in'}</p> }", 'go through lingui'],
  [
    'one of two texts',
    'src/ui/a.tsx',
    "export function A({ b }: { b: boolean }) { return <p>{b ? 'Yes' : null}</p> }",
    'go through lingui',
  ],
  [
    'a spoken attribute',
    'src/features/x/a.tsx',
    'export function A() { return <p aria-label="Close" /> }',
    'go through lingui',
  ],
  ['the clock in the domain', 'src/domain/a.ts', 'export const a = new Date()', 'take the clock'],
  ['Date.now in sync', 'src/sync/a.ts', 'export const a = Date.now()', 'take the clock'],
  ['chance in the core', 'functions/src/core/a.ts', 'export const a = Math.random()', 'take the clock or the chance'],
  [
    'chance by another name',
    'src/local/a.ts',
    'export const a = globalThis.crypto.randomUUID()',
    'take the clock or the chance',
  ],
  ['an exported arrow', 'src/ui/a.ts', 'export const a = () => 1', 'Write `export function a'],
  ['console', 'src/sync/a.ts', "console.log('x')", 'no-console'],
  ['any', 'src/sync/a.ts', 'export const a: any = 1', 'no-explicit-any'],
  [
    'a claim that it is there',
    'src/sync/a.ts',
    'export function a(b?: string) { return b!.length }',
    'no-non-null-assertion',
  ],
  ['a default export', 'src/ui/a.ts', 'export default 1', 'no-default-export'],
  ['a name in capitals', 'src/ui/SignIn.ts', 'export const a = 1', 'filename-case'],
  [
    'markup from text',
    'src/ui/a.tsx',
    'export function A({ b }: { b: string }) { return <p dangerouslySetInnerHTML={{ __html: b }} /> }',
    'no-danger',
  ],
  ['a file that is too long', 'src/ui/a.ts', 'export {}\n'.repeat(301), 'max-lines'],
]

const ALLOWED: readonly (readonly [name: string, file: string, text: string])[] = [
  [
    'the name of the product, figures and signs',
    'src/ui/a.tsx',
    'export function A() { return <p><b>Relevo</b> · 3 %</p> }',
  ],
  [
    'words in a macro',
    'src/ui/a.tsx',
    "import { Trans } from '@lingui/react/macro'\nexport function A() { return <Trans>Sign <b>in</b></Trans> }",
  ],
  ['a class name', 'src/ui/a.tsx', 'export function A() { return <p className="wide">1</p> }'],
  [
    'a date of a number in the domain',
    'src/domain/a.ts',
    'export function a(b: number) { return new Date(b).toISOString() }',
  ],
  ['an arrow with a written type', 'src/ui/a.ts', 'export const a: (b: number) => number = (b) => b'],
]

/** One folder per case, below the module that its rules apply to; the linter is started once for all. */
const CASES = [...REFUSED, ...ALLOWED].map(([name, file, text], index) => {
  const path = join(dirname(file), `case-${index}`, basename(file))
  return { name, path, text }
})

let said: readonly string[] = []
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'relevo-lint-'))
  const config = readFileSync(at('../../.oxlintrc.json'), 'utf8')
    .replace('./tests/support/lint-rules.mjs', at('./lint-rules.mjs'))
    // Type-aware rules need a whole project; these tests lint single files.
    .replace('"typeAware": true', '"typeAware": false')
  writeFileSync(join(folder, '.oxlintrc.json'), config)
  for (const { path, text } of CASES) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  said = spawnSync(process.execPath, [OXLINT, '--format=unix'], { cwd: folder, encoding: 'utf8' }).stdout.split('\n')
  rmSync(folder, { recursive: true, force: true })
})

/** Lint messages about the case with this name. */
function saidAbout(name: string): string {
  const path = CASES.find((one) => one.name === name)?.path ?? ''
  return said.filter((line) => line.startsWith(`${path}:`)).join('\n')
}

describe('lint refuses', () => {
  it.each(REFUSED)('%s', (name, _file, _text, why) => {
    expect(saidAbout(name)).toContain(why)
  })
})

describe('lint allows', () => {
  it.each(ALLOWED)('%s', (name) => {
    expect(saidAbout(name)).toBe('')
  })
})
