import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { timed } from '../editor/probe.ts'
import { noteWhenUsable } from '../spine/usable.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { say } from '../support/report.ts'
import { median, percentile, rounded } from '../support/statistics.ts'
import { watchRenderers } from './memory.ts'
import { draftOf, filesDraft, FIRST_FIELD, linkTo, repeatingDraft, type App } from './relevo.ts'
import type { Figures } from './targets.ts'

const SHORT = process.env['BENCH_SHORT'] === '1'
/** Number of rows before the 500th that are timed. Earlier rows are added without timing. */
const TIMED_ROWS = 20
const ROWS = SHORT ? 30 : 500
const OPENINGS = SHORT ? 1 : 5
const PHOTOS = SHORT ? 2 : 20
const FILM_BYTES = 50 * 1024 * 1024

/** Adds rows up to the 500th of a section of five questions. */
export async function measureRows({ page, store, find }: App): Promise<Figures> {
  const id = await store(repeatingDraft())
  await find(id, 'Medición de filas')
  await page.locator(linkTo(id)).first().click()
  // Locating by role would make Playwright compute the names of all buttons while the clock runs.
  const add = page.locator('main button', { hasText: 'Repeat section' })
  await add.waitFor()
  await page.evaluate(async (times) => {
    const all = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('main button')]
    const button = all().find(({ textContent }) => textContent?.trim() === 'Repeat section')
    for (let index = 0; index < times; index += 1) {
      button?.click()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, ROWS - TIMED_ROWS)
  const times: number[] = []
  for (let index = 0; index < TIMED_ROWS; index += 1) {
    await add.scrollIntoViewIfNeeded()
    times.push(await timed(page, { event: 'click' }, () => add.click()))
  }
  say(
    `${ROWS} rows: p50 ${median(times).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms for the last ${TIMED_ROWS}`,
  )
  return { row_500_p95_ms: rounded(percentile(times, 0.95)) }
}

/** Opens a form of 1,000 questions offline in the installed app, from its URL to its first field. */
export async function measureOffline({ page, browser, origin, store, find }: App): Promise<Figures> {
  const id = await store(draftOf(1000))
  await find(id, 'Medición de 1000')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForTimeout(2000)
  await browser.context.setOffline(true)
  const times: number[] = []
  try {
    for (let index = 0; index <= OPENINGS; index += 1) {
      const fresh = await browser.context.newPage()
      const usable = await noteWhenUsable(fresh, FIRST_FIELD)
      await fresh.goto(`${origin}/contestar/${id}`, { waitUntil: 'commit' })
      times.push(await usable())
      await fresh.close()
    }
  } finally {
    await browser.context.setOffline(false)
  }
  say(`1,000 questions without a network, from the address: ${times.map((time) => time.toFixed(0)).join(', ')} ms`)
  return { open_1000_offline_ms: rounded(median(times.slice(1))) }
}

/** Memory of Chromium's pages while 20 photos of 12 megapixels and a video of 50 MB are attached. */
export async function measureAttaching({ page, store, find, allowFilms }: App): Promise<Figures> {
  const folder = await temporaryFolder('photos')
  const photo = join(folder, 'foto.jpg')
  await writeFile(photo, Buffer.from(await page.evaluate(paintPhoto), 'base64'))
  const film = join(folder, 'paseo.mp4')
  const bytes = Buffer.alloc(FILM_BYTES - 1000)
  bytes.write('\0\0\0\x18ftypmp42', 'latin1')
  await writeFile(film, bytes)
  await allowFilms()
  const id = await store(filesDraft())
  await find(id, 'Medición de fotos')
  await page.locator(linkTo(id)).first().click()
  await page.locator('[data-question="0/0"]').waitFor()
  const memory = watchRenderers()
  const before = memory.now()
  const began = performance.now()
  for (let at = 0; at < PHOTOS; at += 1) await attach(page, at, photo)
  const photos = memory.highest()
  await attach(page, 20, film)
  const highest = memory.highest()
  memory.stop()
  const seconds = (performance.now() - began) / 1000
  say(
    `${PHOTOS} photos of 12 MP and a film of 50 MB: ${seconds.toFixed(1)} s; pages ${before.toFixed(0)} MB before, ${photos.toFixed(0)} at the most with the photos, ${highest.toFixed(0)} with the film`,
  )
  return {
    attach_memory_before_mb: rounded(before),
    attach_memory_photos_mb: rounded(photos),
    attach_memory_highest_mb: rounded(highest),
    attach_seconds: rounded(seconds),
  }
}

async function attach(page: Page, at: number, file: string): Promise<void> {
  const card = page.locator(`[data-question="0/${at}"]`)
  await card.scrollIntoViewIfNeeded()
  await card.locator('input[type="file"]').first().setInputFiles(file)
  await card.locator('figure').waitFor({ timeout: 60_000 })
}

/** Runs in the page: paints 4,000 × 3,000 pixels in a camera's format. @returns base64 */
async function paintPhoto(): Promise<string> {
  const canvas = new OffscreenCanvas(4000, 3000)
  const context = canvas.getContext('2d')
  for (let index = 0; index < 3000; index += 1) {
    if (context === null) break
    context.fillStyle = `hsl(${(index * 37) % 360} 50% ${30 + (index % 50)}%)`
    context.fillRect((index * 389) % 4000, (index * 211) % 3000, 40 + (index % 190), 30 + (index % 170))
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })).arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
