import assert from 'node:assert/strict'
import type { Locator, Page } from '@playwright/test'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { blurFace } from './long-form-on-a-phone/field-capture.ts'
import { test } from '../support/world.ts'
import { look } from '../support/look.ts'
import { takePhotos } from '../support/photos.ts'
import { scanCodes } from './long-form-on-a-phone/scanning.ts'
import type { Tablet } from '../support/tablet.ts'
import { INSPECTOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const PHONE = { width: 390, height: 844 }
/** Visible size above an on-screen keyboard. */
const UNDER_KEYBOARD = { width: 390, height: 450 }
/** Questions left out on purpose: a text, a choice, and one far below. */
const OVERLOOKED = ['1/0', '2/0', '4/3']

test('on a phone without a signal, an inspector fills in a long form with one refused save; the bar stays a line', async ({
  world,
}) => {
  const server = await world.server()
  const phone = await world.tablet(server.origin, { as: INSPECTOR, viewport: PHONE, touch: true, whole: true })
  const photos = await takePhotos(phone.page, world.folder('photos'), 3)
  await phone.goOffline()
  await test.step('a form of 57 questions', () => fillIn(phone, photos[0] ?? ''))
  await test.step('trees are called trees', () => countTrees(phone, photos))
  await test.step('a face is blurred', () => blurFace(phone))
  await test.step('a code is scanned', () => scanCodes(phone, photos[0] ?? ''))
})

async function fillIn(phone: Tablet, photo: string): Promise<void> {
  const { page } = phone
  await phone.goTo('/contestar/inspeccion-local')
  const form = new AnsweringPage(page)
  await page.getByRole('button', { name: 'Collapse sections' }).waitFor()
  assert.equal((await form.bar()).lines, 1, 'the bar is a line when the form opens')
  await choiceStaysInPlace(form, 'Motivo de la inspección')
  await answerAll(phone, form, photo)
  await choiceStaysInPlace(form, 'Exhibe certificado de habilitación')
  await scrollingSignsNothing(page)
  // The author's name is filled in; only the signature is missing.
  await form.signature('Inspector actuante').draw()
  const holder = form.signature('Titular o encargado')
  await holder.names('Juana', 'Ríos')
  await holder.draw()

  await form.pressSave()
  await page.getByText('Some required fields are missing.').waitFor()
  await eventually('the first missing question', async () => (await form.focusedQuestion()) === OVERLOOKED[0])
  const [message, next, top] = [
    page.getByText('Some required fields are missing.'),
    page.getByRole('button', { name: 'Next missing' }),
    page.getByRole('banner'),
  ]
  assert.ok(!(await overlap(message, next)), 'the message covers the next button')
  const title = page.locator(`[data-question="${OVERLOOKED[0]}"] [id$="-title"]`)
  await eventually('the title of the first gap below the header', async () => {
    const [titleBox, topBox] = [await title.boundingBox(), await top.boundingBox()]
    return titleBox !== null && topBox !== null && titleBox.y >= topBox.y + topBox.height
  })
  const bar = await form.bar()
  assert.equal(bar.lines, 1, 'the bar is a line after a refused save')
  // With the line of the message, which is in the bar for some seconds.
  assert.ok(bar.height < 110, `the bar is ${bar.height} pixels high`)
  assert.equal(await page.getByRole('region', { name: 'Some required fields are missing.' }).count(), 0)

  await page.setViewportSize(UNDER_KEYBOARD)
  await eventually('the focus above the bar', async () => (await form.focusEnds()) < (await form.bar()).top)
  assert.equal((await form.bar()).lines, 1, 'the bar is a line above a keyboard')
  const list = await form.openMissing()
  assert.equal(await list.getByRole('listitem').count(), OVERLOOKED.length)
  const box = await list.boundingBox()
  assert.ok(box !== null && box.height <= UNDER_KEYBOARD.height / 2, 'the list takes half of what is left at most')
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)

  for (const [index, address] of OVERLOOKED.entries()) {
    if (index > 0) {
      // From a text its "next" key continues, from a choice the button.
      if (index === 1) await page.keyboard.press('Enter')
      else await page.getByRole('button', { name: 'Next missing' }).tap()
      await eventually(`the question ${address}`, async () => (await form.focusedQuestion()) === address)
    }
    await form.answerSomehow(page.locator(`[data-question="${address}"]`), photo)
  }
  await form.save()
  await new ConfirmationPage(page).isSavedOnTheDevice()
}

/** Whether the boxes of two visible elements have a point in common. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (a === null || b === null) throw new Error('One of the elements is not on the screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Choosing and clearing an option moves nothing under the finger. */
async function choiceStaysInPlace(form: AnsweringPage, title: string): Promise<void> {
  const question = form.question(title)
  await question.scrollIntoViewIfNeeded()
  const height = async (): Promise<number> => (await question.boundingBox())?.height ?? 0
  const before = await height()
  await question.locator('label:has(input)').first().tap()
  const clear = question.getByRole('button', { name: 'Clear choice' })
  await clear.waitFor()
  assert.equal(await height(), before, `${title}: a choice needs no line more`)
  await clear.tap()
  await clear.waitFor({ state: 'detached' })
  assert.equal(await height(), before)
}

/** Answers from top to bottom as questions are rendered. Skips optional questions and leaves out three. */
async function answerAll({ page }: Tablet, form: AnsweringPage, photo: string): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const addresses = await page
      .locator('[data-question]')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-question') ?? ''))
    const next = addresses.find((address) => !seen.has(address))
    if (next === undefined) break
    seen.add(next)
    const question = page.locator(`[data-question="${next}"]`)
    await question.scrollIntoViewIfNeeded()
    if ((await form.isRequired(question)) && !OVERLOOKED.includes(next)) await form.answerSomehow(question, photo)
  }
  assert.ok(seen.size >= 57, `${seen.size} questions were seen`)
}

/** A swipe over a closed signature field scrolls the page. */
async function scrollingSignsNothing(page: Page): Promise<void> {
  const block = page.getByRole('group', { name: 'Inspector actuante' })
  await block.scrollIntoViewIfNeeded()
  const box = await block.boundingBox()
  if (box === null) throw new Error('The signature is not on the screen')
  const before = await page.evaluate(() => scrollY)
  const client = await page.context().newCDPSession(page)
  const [x, top] = [box.x + box.width - 12, Math.min(box.y + 12, PHONE.height / 2)]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', top)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', top + step * 25)
  await touch('touchEnd')
  await eventually('the page to scroll', () => page.evaluate((was) => scrollY < was - 50, before))
  assert.equal(await page.locator('canvas').count(), 0)
  assert.equal(await block.getByRole('img', { name: /Signature of/ }).count(), 0)
}

async function countTrees(phone: Tablet, [one = '', two = '', three = '']: readonly string[]): Promise<void> {
  const { page } = phone
  await phone.goTo('/contestar/censo-arbolado')
  const add = page.getByRole('button', { name: 'Add tree' })
  // Rendering moves what is below, so taps wait until the position is stable.
  let was = Number.NaN
  await eventually('the form at rest', async () => {
    await add.scrollIntoViewIfNeeded()
    const { y = Number.NaN } = (await add.boundingBox()) ?? {}
    const isAtRest = y === was
    was = y
    return isAtRest
  })
  await add.tap()
  await page.getByRole('group', { name: 'Tree 1', exact: true }).waitFor()
  const second = page.getByRole('group', { name: 'Tree 2', exact: true })
  // The heading is in view, and no field opens the keyboard.
  await eventually('the focus on the new tree', () => second.evaluate((row) => row === document.activeElement))
  const heading = await second.getByText('Tree 2', { exact: true }).first().boundingBox()
  assert.ok(heading !== null && heading.y > 0 && heading.y < PHONE.height / 2, `the heading is at ${heading?.y}`)
  await second.getByRole('button', { name: 'Remove Tree 2' }).tap()
  await page.getByText('Removed: Tree 2').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await second.waitFor()

  // Two photos from the gallery fill the empty trees; the one from the camera adds a tree.
  const several = page.getByRole('group', { name: 'Several photos' })
  const [camera, gallery] = [several.locator('input').first(), several.locator('input').last()]
  await gallery.setInputFiles([one, two])
  await several.getByText('Photos added: 2 of 2.').waitFor()
  await camera.setInputFiles([three])
  await several.getByText('Photos added: 1 of 1.').waitFor()
  for (const number of [3, 2, 1]) {
    // Questions far from the viewport are not rendered.
    const tree = page.getByRole('group', { name: `Tree ${number}`, exact: true })
    await tree.scrollIntoViewIfNeeded()
    await tree.locator('[data-question]').last().scrollIntoViewIfNeeded()
    await tree.getByRole('img').waitFor()
  }
  assert.equal(await page.getByRole('group', { name: /^Tree \d$/ }).count(), 3)
  await several.scrollIntoViewIfNeeded()
  assert.deepEqual(await look(page, 'trees on a phone'), [])
}
