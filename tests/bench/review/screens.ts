import type { Page } from '@playwright/test'
import { startServer } from '../../../functions/src/embedded/server.ts'
import { startSandbox } from '../../../functions/src/sandbox/start.ts'
import type { PasswordHasher } from '../../../functions/src/core/ports.ts'
import { templateDraftSchema, type TemplateDraft } from '../../../src/domain/templates/index.ts'
import { generateAnswerId, generateDeviceId, generateMutationId, toInstant } from '../../../src/domain/kernel/index.ts'
import { PROTOCOL_VERSION } from '../../../src/domain/sync/index.ts'
import { PASSWORD } from '../../support/server/world.ts'
import { draftOf, openApp } from '../answering/relevo.ts'
import { framesDuring, timed } from '../editor/probe.ts'
import { buildApp, startDemo } from '../spine/app.ts'
import { openBrowser } from '../support/browser.ts'
import { median, percentile, rounded } from '../support/statistics.ts'

const QUESTIONS = 500
const PHOTOS = 20
/** The edit changes one in this many questions. */
const CHANGED_IN = 5
const OPENINGS = 7
const LIMIT = 60_000

/**
 * Measures the map of a form's answers in Chromium, 1440 × 900: from link to first clusters, and frames during about 3
 * s of dragging.
 */
export async function measureMap(
  dataDir: string,
  passwords: PasswordHasher,
): Promise<Readonly<Record<string, number>>> {
  const distDir = await buildApp()
  const sandbox = await startSandbox()
  const outside = { tiles: sandbox.addresses.tiles }
  const place = { port: 0, host: '127.0.0.1', dataDir, distDir }
  const server = await startServer({ ...place, outside, firstStart: 'nothing', passwords })
  const browser = await openBrowser()
  try {
    const page = await browser.context.newPage()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${server.url}/login`)
    await page.locator('input[name="email"]').fill('pablo@relevo.example')
    await page.locator('input[name="password"]').fill(PASSWORD)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.goto(`${server.url}/respuestas/listado/nota`)
    const first = await timed(page, { event: 'click', shown: { selector: '.map-cluster' } }, () =>
      page.getByRole('link', { name: 'Map', exact: true }).click(),
    )
    await page.waitForTimeout(5000)
    const frames = await framesDuring(page, () => dragAbout(page))
    return {
      map_screen_first_ms: rounded(first),
      map_frames_per_second: rounded((1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0)),
      map_frame_p95_ms: rounded(percentile(frames, 0.95)),
    }
  } finally {
    await browser.close()
    await server.close()
    await sandbox.close()
  }
}

async function dragAbout(page: Page): Promise<void> {
  const box = await page.locator('.leaflet-container').boundingBox()
  if (box === null) throw new Error('There is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; step < 180; step += 1) {
    const angle = (step * Math.PI) / 45
    await page.mouse.move(x + 150 * Math.sin(angle), y + 100 * (1 - Math.cos(angle)))
  }
  await page.mouse.up()
}

/**
 * Measures an answer of 500 questions and 20 photos in Chromium: from click to last question and photo, and the
 * comparison of its versions.
 */
export async function measureAnswer(): Promise<Readonly<Record<string, number>>> {
  const app = await openApp(await startDemo(await buildApp()), 'block')
  const { page } = app
  await page.setViewportSize({ width: 1440, height: 900 })
  const answer = await storeAnswer(page, await app.store(longDraft()))
  const opened: number[] = []
  const compared: number[] = []
  for (let round = 0; round <= OPENINGS; round += 1) {
    await page.goto(`${app.origin}/ver/${answer}`)
    await page.getByText(`Pregunta ${QUESTIONS} sobre`).first().waitFor({ timeout: LIMIT })
    opened.push(await page.evaluate(() => performance.now()))
    const compare = page.getByRole('button', { name: 'Compare versions' })
    const shown = { selector: 'table tbody tr', text: '' }
    compared.push(await timed(page, { event: 'click', shown }, () => compare.click()))
  }
  await app.browser.close()
  return {
    answer_500_ms: rounded(median(opened.slice(1))),
    compare_500_ms: rounded(median(compared.slice(1))),
  }
}

function longDraft(): TemplateDraft {
  const draft = draftOf(QUESTIONS)
  const photos = Array.from({ length: PHOTOS }, (_, orden) => ({
    orden,
    titulo: `Foto ${orden + 1}`,
    tipoPregunta: 1,
    adjuntar: true,
  }))
  const section = { orden: draft.secciones.length, titulo: 'Fotos', preguntas: photos }
  return templateDraftSchema.parse({ ...draft, secciones: [...draft.secciones, section] })
}

/** Stores two versions of an answer, with photos of 1,600 × 1,200 pixels, through the API. @returns its id */
async function storeAnswer(page: Page, template: string): Promise<string> {
  const author = await page.evaluate(
    async () => ((await (await fetch('/api/session')).json()) as { readonly id: string }).id,
  )
  const files = await page.evaluate(sendPhotos, PHOTOS)
  const section = String(Math.ceil(QUESTIONS / 20))
  const values = Object.fromEntries([
    ...Array.from({ length: QUESTIONS }, (_, number) => [addressOf(number), valueOf(number, 'bueno')]),
    ...files.map(({ sha256 }, order) => [`${section}/${order}`, { imagen: sha256 }]),
  ])
  const random = () => crypto.getRandomValues(new Uint8Array(16))
  const device = generateDeviceId(random())
  const answer = generateAnswerId(random())
  const push = async (mutation: object): Promise<void> => {
    const clock = toInstant(Date.now())
    const whole = {
      id: generateMutationId(random()),
      answer,
      author,
      device,
      clock,
      offset: 0,
      template,
      version: 1,
      ...mutation,
    }
    const body = JSON.stringify({ protocol: PROTOCOL_VERSION, device, account: author, mutations: [whole] })
    const said = await page.evaluate(async (sent) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/sync/push', { method: 'POST', headers, body: sent })).text()
    }, body)
    if (!said.includes('"status":"applied"')) throw new Error(said.slice(0, 300))
  }
  const content = { values, conditions: {}, rows: {} }
  await push({ kind: 'answer.submit', header: { signatures: [] }, content, files })
  const edits = Array.from({ length: QUESTIONS / CHANGED_IN }, (_, at) => {
    const number = at * CHANGED_IN
    return { at: addressOf(number), seen: valueOf(number, 'bueno'), value: valueOf(number, 'malo') }
  })
  const correction = { values: edits, conditions: [], rows: [] }
  await push({ kind: 'answer.correct', base: 1, correction, resolves: [], files: [] })
  return answer
}

function addressOf(number: number): string {
  return `${Math.floor(number / 20)}/${number % 20}`
}

/** A value by the kinds of `relevoForm`. */
function valueOf(number: number, text: string): object {
  const values = [{ respuesta: text }, { respuesta: '12' }, { chosen: [1] }, { chosen: [0, 2] }, { respuesta: true }]
  return values[number % values.length] ?? {}
}

/** Runs in the page: paints and uploads photos. @returns their claims */
async function sendPhotos(count: number) {
  const claims: { sha256: string; bytes: number; type: string; name: string }[] = []
  for (let number = 0; number < count; number += 1) {
    const canvas = new OffscreenCanvas(1600, 1200)
    const context = canvas.getContext('2d')
    for (let index = 0; index < 800; index += 1) {
      if (context === null) break
      context.fillStyle = `hsl(${(index * 37 + number * 11) % 360} 50% ${30 + (index % 50)}%)`
      context.fillRect((index * 389) % 1600, (index * 211) % 1200, 20 + (index % 90), 20 + (index % 70))
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
    const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const claim = { sha256, bytes: blob.size, type: 'image/jpeg', name: `foto-${number + 1}.jpg` }
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': String(blob.size),
      'upload-metadata': `sha256 ${btoa(sha256)},type ${btoa(claim.type)},name ${btoa(claim.name)}`,
      'content-type': 'application/offset+octet-stream',
    }
    const { status } = await fetch('/api/uploads', { method: 'POST', headers, body: blob })
    if (status !== 201) throw new Error(`A photo was refused: ${status}`)
    claims.push(claim)
  }
  return claims
}
