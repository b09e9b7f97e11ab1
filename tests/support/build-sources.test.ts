import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
// @ts-expect-error: plain JavaScript, because it runs before anything is installed
import * as buildApp from '#embedded/build-app.mjs'

const { SOURCES } = buildApp as { readonly SOURCES: readonly string[] }
const config = readFileSync(fileURLToPath(new URL('../../vite.config.ts', import.meta.url)), 'utf8')

it('a build is stale when anything that its configuration is made of has changed', () => {
  const own = [...config.matchAll(/from '\.\/([^']+)'/g)].map(([, path = '']) => path)
  expect(own.length).toBeGreaterThan(3)
  expect(own.filter((path) => !SOURCES.some((source) => path === source || path.startsWith(`${source}/`)))).toEqual([])
})
