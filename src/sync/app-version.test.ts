import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { APP_VERSION } from './browser.ts'

it('is the version of the package', () => {
  const file = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
  expect(APP_VERSION).toBe(file.version)
})
