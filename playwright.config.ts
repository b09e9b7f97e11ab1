import { defineConfig } from '@playwright/test'

// `npm run` has Node load a watch over the process that started it. A worker that inherits it ends at once.
process.execArgv = []

/** Runs tests/journeys and tests/browsers, see their READMEs. Vitest runs all other tests (vite.config.ts). */
export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'tests/journeys/journeys', testMatch: '**/journeys/journeys/*.ts' },
    // `npm run bench -- widths`
    { name: 'languages', testDir: 'tests/journeys/languages', testMatch: '**/languages/*.ts', retries: 0 },
    { name: 'browsers', testDir: 'tests/browsers', testMatch: 'every-browser.ts', retries: 0 },
  ],
  globalSetup: './tests/journeys/support/prepared.ts',
  // Node runs TypeScript as it stands.
  build: { external: ['**/*.ts'] },
  // As many as cores: three were no quicker on two, and each was nearer to its limit.
  workers: 2,
  // Generous, because a machine that is busy is not a bug. What takes longer says so.
  timeout: 240_000,
  // Two browsers and their servers on two cores make some moments late: what fails runs once more, alone, and is named.
  retries: 1,
  retryStrategy: 'isolated',
  reporter: 'list',
  use: { navigationTimeout: 20_000, screenshot: 'only-on-failure', trace: 'on-first-retry' },
})
