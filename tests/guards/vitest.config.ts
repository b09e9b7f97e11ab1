import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import type { Vite } from 'vitest/node'
import config from '../../vite.config.ts'
import { withoutGuard, type Guard } from './guards.ts'

/** The tests as they are, over a product in which the guard of the environment's GUARD, when there is one, never holds. No file is changed. */
const guard = JSON.parse(process.env['GUARD'] ?? 'null') as Guard | null
const target = guard === null ? '' : fileURLToPath(new URL(`../../${guard.file}`, import.meta.url))

function isTarget(id: string): boolean {
  return guard !== null && id.split('?')[0] === target
}

const plugin: Vite.Plugin = {
  name: 'relevo:without-guard',
  enforce: 'pre',
  load: (id) => (guard !== null && isTarget(id) ? withoutGuard(readFileSync(target, 'utf8'), guard) : null),
  // Vitest keeps what it has transformed by path and text, which are the same with and without the guard.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (isTarget(id) ? false : undefined)),
}

export default mergeConfig(config, {
  plugins: [plugin],
  // On a busy machine a test that is only late would count as one that has noticed something.
  test: { testTimeout: 90_000, hookTimeout: 90_000 },
})
