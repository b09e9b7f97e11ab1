import assert from 'node:assert/strict'
import { AnsweringPage } from '../pages/answering-page.ts'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { ADMIN } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const ONCE = 'the printed link sets the password of the first administrator once, and refuses the second use'
const LED = 'an empty installation is led from its first start to its first answer'
const LOOKED = 'the first steps and the gallery are fit to be seen'

const PASSWORD = 'a long password of my own'

test('an empty installation comes to its first answer on one guided page', async ({ world }) => {
  const server = await world.server({ empty: true })
  const path = await eventually('the link to be printed', () => /\/contrasena#\S+/.exec(server.log())?.[0], {
    within: 5_000,
  })
  const desk = await world.tablet(server.origin, { viewport: { width: 1440, height: 900 } })
  const { page } = desk
  const choose = async (password: string): Promise<void> => {
    await desk.goTo(path)
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Repeat password').fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
  }
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title })

  await test.step(ONCE, async () => {
    await choose('short')
    await page.getByText(/The password needs at least \d+ characters\./).waitFor()
    await choose(PASSWORD)
    await page.getByRole('heading', { name: 'Hello, Admin' }).waitFor()
    await choose('another long password')
    await page.getByText('This link has already been used or has expired. Request a new one.').waitFor()
    const { status } = await fetch(`${server.origin}/api/session`, {
      method: 'POST',
      headers: { origin: server.origin },
      body: JSON.stringify({ email: ADMIN.email, password: 'another long password' }),
    })
    assert.equal(status, 401, 'the second use changed nothing')
    await server.stop()
    await server.start()
    assert.equal(server.log().split('/contrasena#').length, 2, 'and another start prints no further link')
  })

  await test.step(LED, async () => {
    await desk.goTo('/home')
    await page.getByRole('link', { name: 'First steps' }).click()
    await page.getByText('0 of 5 steps completed').waitFor()

    await step('Your municipality').getByRole('button', { name: 'Edit the municipality' }).click()
    const municipality = page.getByRole('dialog')
    await municipality.getByLabel('Name').fill('Villa Nueva')
    await municipality.getByLabel('Keyword').fill('VNU')
    await municipality.getByRole('button', { name: 'Save' }).click()
    await step('Your municipality').getByText('Villa Nueva').waitFor()

    await step('First area').getByRole('button', { name: 'Edit the area' }).click()
    const area = page.getByRole('dialog')
    await area.getByLabel('Area name').fill('Inspección General')
    await area.getByRole('button', { name: 'Save' }).click()
    await step('First area').getByText('Inspección General').waitFor()

    await step('Your users').getByRole('button', { name: 'New user' }).click()
    const person = page.getByRole('dialog', { name: 'New user' })
    await person.getByLabel('E-mail').fill('nora@villanueva.example')
    await person.getByLabel('Username').fill('nora.sosa')
    await person.getByLabel('First name').fill('Nora')
    await person.getByLabel('Last name').fill('Sosa')
    await person.getByLabel('Role').selectOption({ label: 'Inspector' })
    await person.getByLabel('Staff number').fill('12')
    await person.getByLabel('Inspección General').check()
    await person.getByRole('button', { name: 'Create' }).click()
    const link = page.getByRole('dialog', { name: 'A link for Nora Sosa' })
    await link.getByText(/This server does not send e-mails/).waitFor()
    assert.match(await link.getByLabel('Link').inputValue(), /^https?:\/\/\S+\/contrasena#\S+$/)
    await link.getByRole('button', { name: 'Done' }).click()
    await step('Your users').getByText('2 users').waitFor()

    await step('First form').getByRole('button', { name: 'Choose a ready-made form' }).click()
    await page.getByRole('button', { name: 'Use Rabies vaccination' }).click()
    await step('First form').getByText('Rabies vaccination').waitFor()
    await page.getByText('4 of 5 steps completed').waitFor()
  })

  await test.step(LOOKED, () =>
    lookAround(world, [desk], async (looking) => {
      await looking(page, 'first-steps')
      await step('First form').getByRole('button', { name: 'Choose a ready-made form' }).click()
      await page.getByRole('button', { name: 'Use Rabies vaccination' }).waitFor()
      await looking(page, 'gallery')
      await desk.goTo('/editar/nuevo/formulario')
      await page.getByRole('button', { name: 'Ready-made forms' }).click()
      await page.getByRole('button', { name: 'Use Storm damage' }).click()
      await page.getByRole('textbox', { name: 'Form title' }).waitFor()
      await looking(page, 'editor-from-gallery')
    }),
  )

  await page.setViewportSize({ width: 1440, height: 900 })
  await desk.goTo('/primeros-pasos')
  await step('A test answer').getByRole('link', { name: 'Answer the form' }).click()
  const answering = new AnsweringPage(page)
  await answering.type('Vaccination post', 'Plaza')
  await answering.type('Date', '20/11/2026')
  await answering.type('Name of the owner', 'Eva Luna')
  await answering.type('Identity document', '31222333')
  await answering.type('Address', 'Belgrano 12')
  await answering.type('Name', 'Toby')
  await answering.choose('Species', 'Dog')
  await answering.choose('Sex', 'Male')
  await answering.type('Age in months', '30')
  await answering.choose('Is it neutered?', 'Yes')
  await answering.type('Batch of the vaccine', 'L-7')
  await answering.save()
  await page.getByText('VNU1').first().waitFor()
  world.step('the first answer has the first code of the municipality')

  await desk.goTo('/primeros-pasos')
  await page.getByText('Everything is ready').waitFor()
  assert.equal(await page.getByText('5 of 5 steps completed').count(), 1)
})
