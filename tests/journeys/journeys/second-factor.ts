import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { nextCode, SecondFactorPage } from '../pages/second-factor-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { test } from '../support/world.ts'
import { prepare } from '../support/main-job.ts'
import type { Tablet } from '../support/tablet.ts'
import { ADMIN, INSPECTOR, NOTE_TITLE, OTHER_INSPECTOR, SUPERVISOR } from '../support/town.ts'

const APP = 'an authenticator app is set up; from then on the password alone opens nothing, and a code signs in'
const OFFLINE = 'the tablet that was signed in so opens without a connection, and asks for nothing'
const LAPSED = 'a session that is over is taken up again over what is open, with a recovery code, once'
const PASSKEY = 'a passkey is made on one machine and signs in there'
const ROLE = 'an administrator has a role have a second factor: it is set up at the next sign-in, before anything else'

test('a second factor: an authenticator app, a passkey, and a role that has to have one', async ({ world }) => {
  const server = await world.server()
  const [tablet, desk] = [await world.tablet(server.origin), await world.tablet(server.origin)]
  const factor = new SecondFactorPage(tablet.page)
  let recovery: readonly string[] = []

  await test.step(APP, async () => {
    const { page } = tablet
    await prepare(tablet, INSPECTOR)
    await tablet.goTo('/cuenta')
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const made = await factor.setUpApp(page.getByRole('dialog', { name: 'Add an authenticator app' }))
    recovery = made.recovery
    assert.equal(recovery.length, 10)
    await page.getByText('10 recovery codes are left.').waitFor()
    await new TopBar(page).signOut()
    await factor.showPassword(INSPECTOR)
    await page.getByText('Password accepted. Confirm your identity with your second factor.').waitFor()
    const asked = await page.evaluate(async () => (await fetch('/api/session')).status)
    assert.equal(asked, 401, 'there is no session before the second step')
    await factor.showCode('000000')
    await page.getByText(/^This code is wrong/).waitFor()
    await factor.showCode(nextCode(made.secret))
    await new FormsListPage(page).isHere(NOTE_TITLE)
  })

  await test.step(OFFLINE, async () => {
    await tablet.goTo('/listar')
    await new FormsListPage(tablet.page).isHere(NOTE_TITLE)
    await tablet.workerControls()
    await tablet.goOffline()
    await tablet.page.reload()
    await new FormsListPage(tablet.page).isHere(NOTE_TITLE)
    await tablet.goOnline()
  })

  await test.step(LAPSED, async () => {
    const { page } = tablet
    await tablet.context.clearCookies()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(INSPECTOR.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByLabel('Code', { exact: true }).fill(recovery[4] ?? '')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.waitFor({ state: 'detached' })
    await tablet.goTo('/cuenta')
    await page.getByText('9 recovery codes are left.').waitFor()
  })

  await test.step(PASSKEY, async () => {
    const { page } = desk
    await withAuthenticator(desk)
    await prepare(desk, OTHER_INSPECTOR)
    await desk.goTo('/cuenta')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await new SecondFactorPage(page).keepRecovery(dialog)
    await page.getByRole('list', { name: 'Second factors' }).getByText('Passkey').first().waitFor()
    await new TopBar(page).signOut()
    await new SecondFactorPage(page).showPassword(OTHER_INSPECTOR)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await new FormsListPage(page).isHere(NOTE_TITLE)
    await new TopBar(page).signOut()
  })

  await test.step(ROLE, async () => {
    const { page } = desk
    await desk.goTo('/login')
    await new SignInPage(page).signIn(ADMIN)
    await desk.goTo('/usuarios')
    await page.getByRole('button', { name: 'Second factor' }).click()
    const rule = page.getByRole('dialog', { name: 'Second factor by role' })
    await rule.getByLabel('Supervisor', { exact: true }).check()
    await rule.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Saved\./).waitFor()
    await new TopBar(page).signOut()

    const there = new SecondFactorPage(page)
    await there.showPassword(SUPERVISOR)
    await page.getByText(/^Your role requires a second factor/).waitFor()
    await page.getByRole('button', { name: 'Authenticator app' }).click()
    await there.setUpApp(page.locator('body'))
    await page.waitForURL((url) => url.pathname !== '/login')
    await desk.goTo('/cuenta')
    await page.getByRole('button', { name: /^Remove Authenticator app/ }).click()
    const remove = page.getByRole('dialog', { name: 'Remove Authenticator app?' })
    await remove.getByRole('button', { name: 'Remove' }).click()
    await page.getByText(/^Your role requires a second factor\. Add another one/).waitFor()
  })
})

/** A virtual authenticator of Chromium that confirms by itself. */
async function withAuthenticator({ context, page }: Tablet): Promise<void> {
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
