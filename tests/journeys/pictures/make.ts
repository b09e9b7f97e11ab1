/**
 * Makes the README's picture, relevo.png beside this file, from the current demonstration:
 * `npm run build && node functions/src/embedded/run.mjs tests/journeys/pictures/make.ts`.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { launch } from '../support/chromium.ts'
import { startServer } from '../support/server.ts'
import { shoot, type Scene } from './shoot.ts'

const PICTURE = fileURLToPath(new URL('relevo.png', import.meta.url))
const PHOTOS = fileURLToPath(new URL('../../../functions/src/embedded/demo/photos/', import.meta.url))
/** Maximum size, because every clone includes it. */
const MAX_BYTES = 250_000

const SCENES = {
  desktop: {
    person: 'supervisor',
    viewport: { width: 1280, height: 800 },
    scheme: 'light',
    path: '/respuestas/listado/inspeccion-local',
    play: async (page) => {
      await page
        .getByRole('link', { name: /^Ver respuesta/ })
        .nth(2)
        .click()
      await page
        .getByRole('region', { name: 'Respuesta seleccionada' })
        .getByRole('heading', { name: 'Datos del procedimiento' })
        .waitFor()
    },
  },
  tablet: {
    person: 'inspector',
    viewport: { width: 820, height: 1100 },
    scheme: 'light',
    path: '/contestar/censo-arbolado',
    play: async (page) => {
      await page.getByLabel('Dirección').fill('Rafael Núñez 4120')
      await question(page, 'Fecha del relevamiento').getByRole('textbox').fill('20/11/2026')
      await question(page, 'Calle').getByRole('textbox').fill('Rafael Núñez')
      await question(page, 'Entre calles').getByRole('textbox').fill('Tejeda y Fader')
      await question(page, 'Vereda').getByText('Norte').click()
      await question(page, 'Vista general de la cuadra')
        .locator('input[type="file"]')
        .first()
        .setInputFiles(join(PHOTOS, 'tree-2.jpg'))
      await page
        .getByText(/^Borrador guardado/)
        .first()
        .waitFor()
      await question(page, 'Vista general de la cuadra').getByRole('img').waitFor()
      await question(page, 'Vereda').evaluate((element) => element.scrollIntoView({ block: 'start' }))
      await question(page, 'Vista general de la cuadra').evaluate((element) => element.scrollIntoView({ block: 'end' }))
    },
  },
  phone: {
    person: 'inspector',
    viewport: { width: 390, height: 844 },
    scheme: 'dark',
    path: '/contestar/censo-arbolado',
    play: async (page) => {
      // Waits until the form's own code has loaded.
      await page.getByRole('button', { name: /^Árbol/ }).waitFor({ state: 'attached' })
      await page.context().setOffline(true)
      // Questions are rendered near the viewport.
      await page
        .getByRole('button', { name: /^Árbol/ })
        .evaluate((element) => element.scrollIntoView({ block: 'start' }))
      const species = question(page, 'Especie')
      await species.evaluate((element) => element.scrollIntoView({ block: 'start' }))
      await species.getByText('Jacarandá').click()
      await question(page, 'Perímetro del tronco (cm)').getByRole('textbox').fill('142')
      await species.evaluate((element) => element.scrollIntoView({ block: 'start' }))
      await page.getByText('Sin conexión').first().waitFor()
      await page
        .getByText(/^Borrador guardado/)
        .first()
        .waitFor()
    },
  },
} as const satisfies Readonly<Record<string, Scene>>

function question(page: Page, title: string) {
  return page
    .locator('[data-question]')
    .filter({ has: page.getByText(title, { exact: true }) })
    .first()
}

/** Puts the three devices on one sheet. */
async function compose(folder: string, shots: Readonly<Record<keyof typeof SCENES, Buffer>>): Promise<Buffer> {
  const context = await launch(await mkdtemp(join(folder, 'sheet-')), { viewport: { width: 1200, height: 660 } })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.setContent(`
      <style>
        body { margin: 0; width: 1200px; height: 660px; position: relative; background: #e8f4f3; overflow: hidden }
        figure { position: absolute; margin: 0; border: 8px solid #0e1b1c; border-radius: 12px; overflow: hidden; background: #fff }
        figure img { display: block; width: 100% }
        .desktop { left: 30px; top: 34px; width: 784px }
        .tablet { right: 40px; top: 90px; width: 392px; border-width: 10px; border-radius: 18px; outline: 6px solid #e8f4f3 }
        .phone { left: 508px; top: 172px; width: 206px; border-radius: 20px; outline: 6px solid #e8f4f3 }
      </style>
      ${Object.entries(shots)
        .map(
          ([name, png]) =>
            `<figure class="${name}"><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
        )
        .join('')}`)
    await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0))
    return await page.screenshot()
  } finally {
    await context.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'relevo-pictures-'))
try {
  const server = await startServer(join(folder, 'data'))
  try {
    const desktop = await shoot(server.origin, folder, SCENES.desktop)
    const tablet = await shoot(server.origin, folder, SCENES.tablet)
    const phone = await shoot(server.origin, folder, SCENES.phone)
    await writeFile(PICTURE, await compose(folder, { desktop, tablet, phone }))
  } finally {
    await server.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
const { length } = await readFile(PICTURE)
process.stdout.write(`${PICTURE}: ${Math.round(length / 1000)} KB\n`)
if (length > MAX_BYTES) process.exitCode = 1
