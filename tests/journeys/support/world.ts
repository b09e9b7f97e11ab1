import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import type { LaunchOptions } from './chromium.ts'
import { prepare } from './main-job.ts'
import { signInTablets, townOf, type Town } from './prepared.ts'
import { startServer, type Server, type ServerOptions } from './server.ts'
import { deleteFolder, Tablet } from './tablet.ts'
import type { Person } from './town.ts'
import { withLimit } from './waiting.ts'

/** Resources of a journey, which are closed after it, however it ends. */
export type World = {
  /** a server in a process of its own, on a data folder of its own, which `plant` may fill before it starts */
  readonly server: (
    options?: ServerOptions & { readonly plant?: (dataDir: string) => Promise<void> },
  ) => Promise<Server>
  /** a Chromium with its profile on disk, like a tablet. @param options `as`: signed in as this person, at the forms */
  readonly tablet: (origin: string, options?: LaunchOptions & { readonly as?: Person }) => Promise<Tablet>
  /** the path of a new folder, which is deleted after the journey */
  readonly folder: (name: string) => string
  /** registers another cleanup */
  readonly ending: (end: () => Promise<unknown>) => void
  /** records how far the journey came */
  readonly step: (text: string) => void
}

/** Journeys of a worker that sign in by themselves before tablets are prepared; for a few journeys that is faster. */
const FEW = 2
const END_LIMIT = 20_000
const PREPARING_LIMIT = 180_000

export const test = base.extend<{ town: Town; world: World }, { ran: { count: number } }>({
  ran: [async ({ playwright: _ }, use) => use({ count: 0 }), { scope: 'worker' }],
  town: [
    async ({ ran }, use, { parallelIndex, project }) => {
      ran.count += 1
      if (ran.count > FEW && project.name === 'journeys') await signInTablets(parallelIndex)
      await use(townOf(parallelIndex))
    },
    { timeout: PREPARING_LIMIT },
  ],
  world: async ({ town }, use, testInfo) => {
    const home = await mkdtemp(join(tmpdir(), 'relevo-journey-'))
    const endings: (() => Promise<unknown>)[] = []
    const tablets: Tablet[] = []
    const servers: Server[] = []
    const given = new Set<string>()
    const started = Date.now()
    let folders = 0
    const folder = (name: string): string => join(home, `${++folders}-${name}`)

    await use({
      folder,
      ending: (end) => void endings.push(end),
      step: (text) =>
        void testInfo.annotations.push({ type: `${((Date.now() - started) / 1000).toFixed(1)} s`, description: text }),
      server: async ({ plant, ...options } = {}) => {
        const dataDir = folder('data')
        if (options.empty !== true) await town.copyTo(dataDir)
        await plant?.(dataDir)
        const server = await startServer(dataDir, { port: servers.length === 0 ? town.port : 0, ...options })
        servers.push(server)
        endings.push(server.kill)
        return server
      },
      tablet: async (origin, { as, ...options } = {}) => {
        // Each prepared tablet is used once, because one profile is one device.
        const isOfTown = as !== undefined && new URL(origin).port === String(town.port) && !given.has(as.id)
        const copyOf = isOfTown ? town.tabletOf(as.id) : undefined
        const tablet = await Tablet.open(origin, {
          profile: folder('profile'),
          ...(copyOf === undefined ? {} : { copyOf }),
          ...options,
        })
        tablets.push(tablet)
        endings.push(() => tablet.close())
        if (as === undefined) return tablet
        given.add(as.id)
        await prepare(tablet, as, { isSignedIn: copyOf !== undefined })
        return tablet
      },
    })

    await Promise.all(endings.map((end) => withLimit(end(), END_LIMIT, 'the end').catch(() => undefined)))
    await deleteFolder(home).catch(() => undefined)
    if (testInfo.status === testInfo.expectedStatus) return
    const contentType = 'text/plain'
    for (const { console } of tablets) await testInfo.attach('console', { body: console.join('\n'), contentType })
    for (const server of servers) await testInfo.attach('server log', { body: server.log(), contentType })
  },
})
