import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { TopBar } from '../controls/top-bar.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { CLIENT_ID, startOidcProvider } from '../../support/oidc-provider.ts'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { ADMIN, INSPECTOR, NOTE_TITLE } from '../support/town.ts'

const POPUP = 'a desk signs in at the provider in a window of its own, which closes automatically'
const REDIRECT = 'a tablet signs in at the provider in its one window, and works on without a network'
const FAREWELL = 'signing out ends the session at the provider, too, and comes back to the sign-in page'
const UNKNOWN = 'someone whom only the provider knows is asked to request an account'
const LOOKED = 'the pages in between, and the request that has come of it, are fit to be seen'
const NAME = 'Ciudad Digital'

test('single sign-on by popup and by redirect, offline afterwards, and out again', async ({ world }) => {
  const env: Record<string, string> = {}
  const server = await world.server({ env })
  const provider = await startOidcProvider([server.origin], {
    inspector: { email: INSPECTOR.email },
    nadie: { email: 'nadie@relevo.example' },
  })
  world.ending(provider.close)
  Object.assign(env, { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_NAME: NAME })
  await server.stop()
  await server.start()
  const [desk, tablet] = [await world.tablet(server.origin), await world.tablet(server.origin)]
  const withProvider = (page: Page) => page.getByRole('button', { name: `Sign in with ${NAME}` })

  await test.step(POPUP, async () => {
    await desk.goTo('/login')
    const opening = desk.context.waitForEvent('page')
    await withProvider(desk.page).click()
    const popup = await opening
    const closed = popup.waitForEvent('close')
    await atProvider(popup, 'inspector')
    await closed
    await new FormsListPage(desk.page).isHere(NOTE_TITLE)
  })

  await test.step(REDIRECT, async () => {
    await tablet.goTo('/login?volver=%2Fcuenta')
    await withProvider(tablet.page).click()
    await tablet.page.getByRole('button', { name: 'Continue in this window' }).click()
    await atProvider(tablet.page, 'inspector')
    await tablet.page.getByText('This device', { exact: true }).waitFor()
    assert.equal(new URL(tablet.page.url()).pathname, '/cuenta', 'where they wanted to go')
    await tablet.goTo('/listar')
    await new FormsListPage(tablet.page).isHere(NOTE_TITLE)
    await tablet.workerControls()
    await tablet.goOffline()
    await tablet.page.reload()
    await new FormsListPage(tablet.page).isHere(NOTE_TITLE)
    await tablet.goOnline()
  })

  await test.step(FAREWELL, async () => {
    await new TopBar(desk.page).openMenu()
    await desk.page.getByRole('button', { name: 'Sign out' }).click()
    await desk.page.getByRole('button', { name: /Yes, sign me out/ }).click()
    await desk.page.waitForURL((url) => url.href.startsWith(`${server.origin}/login`))
  })

  await test.step(UNKNOWN, async () => {
    await desk.goTo('/login')
    await withProvider(desk.page).click()
    await desk.page.getByRole('button', { name: 'Continue in this window' }).click()
    await atProvider(desk.page, 'nadie')
    await desk.page.getByText(/Ask your supervisor to register it\./).waitFor()
    // A provider's response that this browser did not request signs no one in.
    await desk.goTo('/sso/retorno?code=x&state=y')
    await desk.page.getByText(/Single sign-on failed\./).waitFor()
  })

  await test.step(LOOKED, () =>
    lookAround(world, [desk, tablet], async (looking) => {
      await looking(desk.page, 'sso-return-failed')
      // The request stays pending while the screen is checked.
      await desk.context.route('**/api/sso', () => undefined)
      await desk.goTo('/sso/ir')
      await desk.page.getByRole('heading', { name: 'Single sign-on' }).waitFor()
      await looking(desk.page, 'sso-going')
      // Once released, the request would redirect the window, so the page is left first.
      await desk.page.goto('about:blank')
      await desk.context.unrouteAll({ behavior: 'ignoreErrors' })

      await desk.goTo('/login?volver=%2Fsolicitudes')
      await new SignInPage(desk.page).signIn(ADMIN)
      await desk.page.getByRole('button', { name: 'Actions for nadie' }).waitFor()
      await looking(desk.page, 'user-requests')
      await desk.page.getByRole('button', { name: 'Actions for nadie' }).click()
      await desk.page.getByRole('menuitem', { name: 'Dismiss' }).click()
      await desk.page.getByText('There are no account requests.').waitFor()
      await looking(desk.page, 'user-requests-empty')
    }),
  )
})

/** Signs in and consents on the provider's own pages. */
async function atProvider(page: Page, account: string): Promise<void> {
  await page.locator('input[name="login"]').fill(account)
  await page.locator('input[name="password"]').fill('x')
  await page.getByRole('button', { name: /sign-?in/i }).click()
  await page.getByRole('button', { name: /continue/i }).click()
}
