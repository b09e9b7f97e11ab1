import type { Page } from '@playwright/test'
import { TopBar } from '../controls/top-bar.ts'
import { SecondFactorPage } from '../pages/second-factor-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { test } from '../support/world.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import { prepare } from '../support/main-job.ts'
import { ADMIN, INSPECTOR, SUPERVISOR } from '../support/town.ts'

test('axe finds nothing on the screens of second factors, and none is wider than the window: phone, tablet and desk, light and dark', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const server = await world.server()
  const [tablet, desk] = [await world.tablet(server.origin), await world.tablet(server.origin)]
  await prepare(tablet, INSPECTOR)
  const visit = async (looking: Looking) => {
    const { page } = tablet
    const factor = new SecondFactorPage(page)
    await tablet.goTo('/cuenta')
    await page.getByText('Only your password protects this account.').waitFor()
    await looking(page, 'factor-none')
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
    await factor.begin(dialog)
    await looking(page, 'factor-recovery')
    await factor.keepRecovery(dialog)
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await looking(page, 'factor-app')
    await factor.confirm(dialog)
    await page.getByRole('list', { name: 'Second factors' }).waitFor()
    await looking(page, 'factor-one')
    await pretendLater(page)
    await page.getByRole('button', { name: 'Generate new recovery codes' }).click()
    await page.getByRole('button', { name: 'Generate new codes' }).click()
    await page.getByRole('dialog', { name: 'Confirm your identity' }).getByLabel('Password', { exact: true }).waitFor()
    await looking(page, 'factor-confirm')
    await tablet.goTo('/listar')
    await new TopBar(page).signOut()
    await factor.showPassword(INSPECTOR)
    await page.getByText('Password accepted.').waitFor()
    await looking(page, 'factor-sign-in')

    await desk.goTo('/login')
    await new SignInPage(desk.page).signIn(ADMIN)
    await desk.goTo('/usuarios')
    await desk.page.getByRole('button', { name: 'Edit dcarranza', exact: true }).first().click()
    await desk.page.getByRole('button', { name: 'Reset second factor…' }).click()
    await desk.page.getByRole('dialog', { name: /^Reset the second factor/ }).waitFor()
    await looking(desk.page, 'factor-lost')
    await desk.goTo('/usuarios')
    await desk.page.getByRole('button', { name: 'Second factor' }).click()
    const rule = desk.page.getByRole('dialog', { name: 'Second factor by role' })
    await rule.getByLabel('Supervisor', { exact: true }).check()
    await looking(desk.page, 'factor-rule')
    await rule.getByRole('button', { name: 'Save' }).click()
    await desk.page.getByText(/^Saved\./).waitFor()
    await new TopBar(desk.page).signOut()
    await new SecondFactorPage(desk.page).showPassword(SUPERVISOR)
    await desk.page.getByText(/^Your role requires a second factor/).waitFor()
    await looking(desk.page, 'factor-enrol')
  }
  await lookAround(world, [tablet, desk], visit, { tight: true })
})

/** Makes the server ask for the password again, as it does ten minutes after signing in. */
async function pretendLater(page: Page): Promise<void> {
  await page.route('**/api/factors/recovery', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'session.confirm-required' } } }),
  )
}
