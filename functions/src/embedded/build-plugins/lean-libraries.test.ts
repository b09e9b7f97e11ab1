import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { replaceZodModule, removeUnusedPalettesPlugin, UNUSED_PALETTES } from './lean-libraries.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const ZOD = 'node_modules/zod/v4'

describe('what is left out of the build', () => {
  it.each(['core/json-schema-processors.js', 'core/to-json-schema.js'])(
    'of zod: every part of %s has something in its place',
    async (file) => {
      const path = at(`${ZOD}/${file}`)
      const lean = replaceZodModule(path, readFileSync(path, 'utf8')) ?? ''
      const real = Object.keys((await import(path)) as object)
      const given = [...lean.matchAll(/none as (\w+)/g)].map(([, name]) => name)
      expect(given.toSorted()).toEqual(real.toSorted())
    },
  )

  it('of zod: its English sentences, and nothing else of it', () => {
    expect(replaceZodModule(at(`${ZOD}/locales/en.js`), 'export default () => 1')).not.toContain('1')
    expect(replaceZodModule(at(`${ZOD}/core/schemas.js`), 'export const a = 1')).toBeUndefined()
    expect(() => replaceZodModule(at(`${ZOD}/core/to-json-schema.js`), 'module.exports = {}')).toThrow('in another way')
  })

  it('of zod: its tries of eval, from its first schema on', () => {
    const path = at(`${ZOD}/core/core.js`)
    expect(replaceZodModule(path, readFileSync(path, 'utf8'))).toContain('__zod_globalConfig = { jitless: true }')
    expect(() => replaceZodModule(path, 'globalThis.config = {}')).toThrow('in another way')
  })

  it('of Mantine: palettes that nothing names', () => {
    const source = readFileSync(at('node_modules/@mantine/core/styles/default-css-variables.layer.css'), 'utf8')
    const { Declaration: look } = removeUnusedPalettesPlugin()
    const all = [...source.matchAll(/--mantine-color-([a-z]+)-\w+(?=:)/g)]
    const gone = new Set(
      all.flatMap(([prop, palette]) => {
        let isGone = false
        look({ prop, remove: () => (isGone = true) })
        return isGone ? [palette] : []
      }),
    )
    expect([...gone].toSorted()).toEqual(UNUSED_PALETTES.toSorted())
    for (const kept of ['teal', 'gray', 'dark']) expect(all.map(([, palette]) => palette)).toContain(kept)
    const named = `mantine-color-(${UNUSED_PALETTES.join('|')})-|(color|c|bg)=["'](${UNUSED_PALETTES.join('|')})[".']`
    const found = (() => {
      try {
        return execFileSync('git', ['grep', '-lE', named, '--', 'src'], { cwd: at('.'), encoding: 'utf8' })
      } catch {
        return ''
      }
    })()
    expect(found).toBe('')
  })
})
