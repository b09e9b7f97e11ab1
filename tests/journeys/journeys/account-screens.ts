import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { prepare } from '../support/main-job.ts'

test('axe finds nothing on the screens of one’s own account, and none is wider than the window: phone, tablet and desk, light and dark', async ({
  world,
}) => {
  const server = await world.server()
  const [tablet, other] = [await world.tablet(server.origin), await world.tablet(server.origin)]
  await prepare(other)
  await prepare(tablet)
  await lookAround(world, [tablet], async (looking) => {
    const { page } = tablet
    await tablet.goTo('/cuenta')
    await page.getByText('This device', { exact: true }).waitFor()
    await looking(page, 'account')
    await page.getByRole('button', { name: /^Sign out of .*, signed in/ }).click()
    await page.getByRole('dialog').waitFor()
    await looking(page, 'account-sign-out-there')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('dialog').waitFor()
    await looking(page, 'account-change-password')
    await server.stop()
    await tablet.goTo('/cuenta')
    await page.locator('main').getByText('No reply from the server').first().waitFor()
    await looking(page, 'account-offline')
  })
})
