import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launch } from '../support/chromium.ts'

const PASSWORD = 'relevo-demo'

export type Scene = {
  readonly person: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly scheme: 'light' | 'dark'
  readonly path: string
  readonly play: (page: Page) => Promise<void>
}

/** @param origin a server with the demonstration @returns the screen as a PNG */
export async function shoot(origin: string, folder: string, scene: Scene): Promise<Buffer> {
  const context = await launch(await mkdtemp(join(folder, 'profile-')), { viewport: scene.viewport, locale: 'es-AR' })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.emulateMedia({ colorScheme: scene.scheme })
    await page.goto(origin + scene.path)
    await page.getByLabel('Correo electrónico').fill(`${scene.person}@relevo.example`)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
    await page.waitForURL((url) => url.pathname === scene.path)
    await page.getByText('Todo enviado').waitFor()
    // Tablets and phones draw their scrollbars over the page.
    await page.addStyleTag({ content: 'html { scrollbar-gutter: auto !important; scrollbar-width: none }' })
    await scene.play(page)
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    await page.waitForTimeout(300)
    return await page.screenshot()
  } finally {
    await context.close()
  }
}
