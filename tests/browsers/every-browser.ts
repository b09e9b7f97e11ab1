import assert from 'node:assert/strict'
import { takePhotos } from '../journeys/support/photos.ts'
import { test } from '../journeys/support/world.ts'
import { openFirefox } from './firefox.ts'
import { createHands } from './hands.ts'
import { everyPage } from './every-page.ts'
import { ensureBrowsers, INSTALL_LIMIT_MS } from './install.ts'
import { mainJob } from './main-job.ts'
import { publicForm } from './public-form.ts'
import { openSecureOrigin } from './secure-origin.ts'
import { openWebKit } from './webkit.ts'

const BROWSERS = { Firefox: openFirefox, WebKit: openWebKit }

test.beforeAll(() => {
  test.setTimeout(INSTALL_LIMIT_MS)
  ensureBrowsers()
})

for (const [name, open] of Object.entries(BROWSERS))
  for (const job of [mainJob, publicForm, everyPage])
    test(`${name}: ${job.name}`, async ({ world }, testInfo) => {
      const server = await world.server()
      const browser = await open(world.folder('browser'))
      world.ending(browser.end)
      world.step(browser.version)
      const hands = createHands(browser)
      const photos = (count: number) => takePhotos(browser, world.folder('photos'), count)
      const secureOrigin = async () => {
        const { origin, close } = await openSecureOrigin(server.origin, world.folder('certificate'))
        world.ending(close)
        return origin
      }
      try {
        await job.run({ hands, server, secureOrigin, photos, step: world.step })
      } catch (error) {
        await testInfo.attach('page', { body: await hands.text().catch(String), contentType: 'text/plain' })
        throw error
      }
      if (job.leavesEarly !== true) assert.deepEqual(browser.faults(), [], 'no fault in the console')
    })
