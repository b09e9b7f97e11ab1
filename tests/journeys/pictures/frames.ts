/**
 * Makes the pictures of the page frames in src/ui/pictures, from the current demonstration:
 * `npm run build && node functions/src/embedded/run.mjs tests/journeys/pictures/frames.ts`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '../support/server.ts'
import { shoot, type Scene } from './shoot.ts'

const PICTURES = fileURLToPath(new URL('../../../src/ui/pictures/', import.meta.url))
const DESK = { viewport: { width: 1280, height: 760 }, scheme: 'light' } as const

const FRAMES: Readonly<Record<string, Scene>> = {
  'list-screen': {
    ...DESK,
    person: 'supervisor',
    path: '/respuestas/listado/inspeccion-local',
    play: async (page) => {
      await page
        .getByRole('link', { name: /^Ver respuesta/ })
        .first()
        .waitFor()
    },
  },
  'record-screen': {
    ...DESK,
    person: 'supervisor-elevado',
    path: '/supervision/retenidas',
    play: async (page) => {
      await page.getByRole('row').nth(1).getByRole('link').click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Aceptar' }).first().waitFor()
    },
  },
  'form-dialog': {
    ...DESK,
    person: 'admin',
    path: '/listar',
    play: async (page) => {
      await page
        .getByRole('button', { name: /^Más acciones/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Duplicar' }).click()
      await page.getByRole('dialog').getByRole('combobox').first().waitFor()
    },
  },
}

const folder = await mkdtemp(join(tmpdir(), 'relevo-frames-'))
try {
  await mkdir(PICTURES, { recursive: true })
  const server = await startServer(join(folder, 'data'))
  try {
    for (const [name, scene] of Object.entries(FRAMES))
      await writeFile(join(PICTURES, `${name}.png`), await shoot(server.origin, folder, scene))
  } finally {
    await server.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
