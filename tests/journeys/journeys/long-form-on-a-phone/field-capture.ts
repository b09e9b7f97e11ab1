import assert from 'node:assert/strict'
import { AnsweringPage } from '../../pages/answering-page.ts'
import { filesOnDevice, pictureOf } from '../../support/device-storage.ts'
import { look } from '../../support/look.ts'
import type { Tablet } from '../../support/tablet.ts'
import { INSPECTOR, SHOP_FORM } from '../../support/town.ts'

const PHONE = { width: 390, height: 844 }
/** Maximum edges per thousand pixels of a row: a blurred area only has those of its tiles, about 130 pixels wide. */
const MAX_EDGES = 15

/** Blurs part of a photo before saving; the device stores only the blurred one. */
export async function blurFace(phone: Tablet): Promise<void> {
  const { page } = phone
  await page.setViewportSize(PHONE)
  await phone.goTo(`/contestar/${SHOP_FORM.id}?borrador=nuevo`)
  const form = new AnsweringPage(page)
  const before = new Set((await filesOnDevice(phone, INSPECTOR)).map(({ sha256 }) => sha256))
  const added = async () => (await filesOnDevice(phone, INSPECTOR)).filter(({ sha256 }) => !before.has(sha256))
  const question = form.question('Fachada')
  await question
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await finePhoto(phone))
  await question.getByRole('img').waitFor()
  await form.draftIsKept()
  const [taken] = await added()
  assert.ok(taken !== undefined, 'a photo is on the device as soon as it is taken')

  await question.getByRole('button', { name: 'Mark up' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Mark up photo' })
  const stage = dialog.getByRole('application', { name: 'Photo' })
  await stage.waitFor()
  await dialog.getByText('Blur', { exact: true }).tap()
  const box = await stage.boundingBox()
  if (box === null) throw new Error('The picture is not on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 60, y - 40)
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.move(x + 60, y + 40, { steps: 4 })
  await page.mouse.up()
  await dialog.getByText('Arrow', { exact: true }).tap()
  await page.touchscreen.tap(x + 90, y + 60)
  assert.deepEqual(await look(page, 'mark-up'), [])
  await page.setViewportSize(PHONE)
  await dialog.getByRole('button', { name: 'Save marked photo' }).tap()
  await dialog.waitFor({ state: 'detached' })

  const left = await added()
  assert.equal(left.length, 1, 'one photo, and not the one without marks beside it')
  const [marked] = left
  assert.ok(marked !== undefined && marked.sha256 !== taken.sha256)
  assert.equal((await pictureOf(phone, marked)).longest, 2048, 'as large as it was')
  const [fine, coarse] = [await edgesInTheMiddle(phone, taken.bytes), await edgesInTheMiddle(phone, marked.bytes)]
  assert.ok(fine > 100 && coarse <= MAX_EDGES, `${coarse} edges of ${fine} are left`)
  await question.getByRole('img').waitFor()
}

/** A photo full of fine detail like a face or a number plate: edges a few pixels apart. */
async function finePhoto({ page }: Tablet) {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1800)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('No canvas')
    for (let at = 0; at < 150 * 200; at += 1) {
      context.fillStyle = `hsl(${(at * 7) % 360} 60% ${(at + Math.floor(at / 200)) % 2 === 0 ? 20 : 80}%)`
      context.fillRect((at % 200) * 12, Math.floor(at / 200) * 12, 12, 12)
    }
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer())
    let binary = ''
    for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
    return btoa(binary)
  })
  return { name: 'face.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

/** Number of visibly different pixels per thousand neighbours in the middle of a picture. */
function edgesInTheMiddle({ page }: Tablet, bytes: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([data]))
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('No canvas')
    context.drawImage(picture, 0, 0)
    const [width, height] = [400, 280]
    const corner = [Math.round(picture.width / 2 - width / 2), Math.round(picture.height / 2 - height / 2)] as const
    const pixels = context.getImageData(...corner, width, height).data
    let edges = 0
    for (let at = 4; at < pixels.length; at += 4)
      if (Math.abs((pixels[at + 1] ?? 0) - (pixels[at - 3] ?? 0)) > 24) edges += 1
    return Math.round((edges / (width * height)) * 1000)
  }, bytes.toString('base64'))
}
