import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import type { Vite } from 'vitest/node'
import config from '../../vite.config.ts'
import type { Planted } from './run-over.ts'

/** The tests with a product in which the file in the environment variable PLANTED differs. No file is changed. */
const planted = JSON.parse(process.env['PLANTED'] ?? 'null') as Planted | null
const target = planted === null ? '' : fileURLToPath(new URL(`../../${planted.file}`, import.meta.url))

function isTarget(id: string): boolean {
  return planted !== null && id.split('?')[0] === target
}

const plugin: Vite.Plugin = {
  name: 'relevo:planted',
  enforce: 'pre',
  load: (id) => (planted !== null && isTarget(id) ? planted.text : null),
  // Vitest caches transformed code by path and text, which are the same with and without it.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (isTarget(id) ? false : undefined)),
}

export default mergeConfig(config, {
  plugins: [plugin],
  // On a busy machine a slow test would count as one that has noticed something.
  test: { testTimeout: 90_000, hookTimeout: 90_000 },
})
