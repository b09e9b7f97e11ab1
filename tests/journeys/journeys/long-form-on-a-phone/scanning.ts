import assert from 'node:assert/strict'
import type { Locator } from '@playwright/test'
import { AnsweringPage } from '../../pages/answering-page.ts'
import { look } from '../../support/look.ts'
import type { Tablet } from '../../support/tablet.ts'
import { eventually } from '../../support/waiting.ts'

const PHONE = { width: 390, height: 844 }
const QUESTION = 'Número de expediente'
const EXPEDIENTE = { rawValue: 'EXP-2026-004217', format: 'code_128' }
const OTHER = { rawValue: '7798000123455', format: 'ean_13' }

type Code = typeof EXPEDIENTE
type Sight = { codesInSight?: readonly Code[]; tracks?: MediaStreamTrack[] }

/**
 * Replaces the barcode detector that Chromium on Linux lacks. The camera is Chromium's test picture, so requesting,
 * showing and stopping it are real.
 */
function standIn(): void {
  const sight = globalThis as Sight
  const { mediaDevices } = navigator
  const ask = mediaDevices.getUserMedia.bind(mediaDevices)
  sight.tracks = []
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted)
    sight.tracks?.push(...stream.getTracks())
    return stream
  }
  class BarcodeDetector {
    static async getSupportedFormats(): Promise<readonly string[]> {
      return ['code_128', 'ean_13', 'qr_code']
    }
    async detect(picture: HTMLVideoElement | ImageBitmap): Promise<readonly Code[]> {
      const width = 'videoWidth' in picture ? picture.videoWidth : picture.width
      if (width === 0) throw new DOMException('Nothing to be seen', 'InvalidStateError')
      return sight.codesInSight ?? []
    }
  }
  Object.assign(globalThis, { BarcodeDetector })
}

/**
 * Scans a code from a photo (also one with several codes) if the camera is refused, otherwise from the camera, which is
 * off whenever it is not in use.
 */
export async function scanCodes(phone: Tablet, photo: string): Promise<void> {
  const { page } = phone
  await page.setViewportSize(PHONE)
  await page.addInitScript(standIn)
  await phone.goTo('/contestar/inspeccion-local?borrador=nuevo')
  const question = new AnsweringPage(page).question(QUESTION)
  const field = question.getByRole('textbox')
  const dialog = page.getByRole('dialog', { name: 'Scan a code' })
  const sees = (...codes: readonly Code[]) =>
    page.evaluate((codesInSight) => void Object.assign(globalThis, { codesInSight }), codes)
  const cameras = () => page.evaluate(() => (globalThis as Sight).tracks?.map(({ readyState }) => readyState) ?? [])
  const scan = () => question.getByRole('button', { name: 'Scan code' }).tap()

  // Without a user to consent, this Chromium refuses the camera.
  await scan()
  await dialog.getByText('Camera access is blocked.', { exact: false }).waitFor()
  assert.deepEqual(await look(page, 'scan, refused'), [])
  await page.setViewportSize(PHONE)
  await sees(EXPEDIENTE)
  await dialog.locator('input[type="file"]').setInputFiles(photo)
  await isRead(field, EXPEDIENTE)
  await question.getByText('Code 128 was read').waitFor()
  assert.deepEqual(await look(page, 'scan, read'), [])
  await page.setViewportSize(PHONE)
  assert.deepEqual(await cameras(), [])

  await phone.context.grantPermissions(['camera'], { origin: phone.origin })
  await sees()
  await scan()
  await eventually('a picture of the camera', () =>
    dialog.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth > 0),
  )
  assert.deepEqual(await look(page, 'scan, looking'), [])
  await page.setViewportSize(PHONE)
  await sees(OTHER)
  await dialog.getByText('Current answer:').waitFor()
  assert.deepEqual(await look(page, 'scan, replacing'), [])
  await page.setViewportSize(PHONE)
  await page.keyboard.press('Enter')
  await isRead(field, OTHER)
  assert.deepEqual(await cameras(), ['ended'])

  await field.fill('')
  await sees(EXPEDIENTE)
  await scan()
  await isRead(field, EXPEDIENTE)

  await sees(OTHER, EXPEDIENTE)
  await scan()
  await dialog.getByText('Several codes found.').waitFor()
  assert.deepEqual(await look(page, 'scan, several'), [])
  await page.setViewportSize(PHONE)
  await dialog.getByRole('listitem').filter({ hasText: OTHER.rawValue }).getByRole('button').tap()
  await isRead(field, OTHER)

  await sees()
  await scan()
  await eventually('the camera on', async () => (await cameras()).at(-1) === 'live')
  // Leaves behind the dialog, as the back key and other links do.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/listar"]')?.click())
  await dialog.waitFor({ state: 'detached' })
  assert.ok(
    (await cameras()).every((state) => state === 'ended'),
    'the camera is off on the next screen',
  )
}

async function isRead(field: Locator, { rawValue }: Code): Promise<void> {
  await eventually(`${rawValue} in the field`, async () => (await field.inputValue()) === rawValue)
  await eventually('the focus in the field', () => field.evaluate((element) => element === document.activeElement))
}
