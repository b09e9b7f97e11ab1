import type { Page } from '@playwright/test'
import { DEMO_AREAS } from '../../../functions/src/embedded/demo/places.ts'
import { templateDraftSchema, type TemplateDraft } from '../../../src/domain/templates/index.ts'
import { getMunicipality, generateTemplateId, type TemplateId } from '../../../src/domain/kernel/index.ts'
import { encodePlaceId } from '../../../src/domain/places/index.ts'
import { relevoForm } from '../editor/forms.ts'
import type { DemoServer } from '../spine/app.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { CUT, type Filler } from './fillers.ts'

const AUTHOR = 'supervisor-elevado@relevo.example'
export const FIRST_FIELD = '[data-question="0/0"] :is(input, textarea)'

/** A browser with the built app, signed in as a user who may edit and answer forms. */
export type App = {
  readonly browser: Browser
  readonly page: Page
  readonly origin: string
  /** Stores a form through the API. @returns its id */
  readonly store: (draft: TemplateDraft) => Promise<TemplateId>
  /** Lets the city's forms ask for videos, which only the provider can allow. */
  readonly allowFilms: () => Promise<void>
  /** Opens the list of forms, filtered to this form, and waits until the device has it. */
  readonly find: (id: TemplateId, title: string) => Promise<void>
}

export async function openApp(server: DemoServer, serviceWorkers: 'allow' | 'block'): Promise<App> {
  const browser = await openBrowser(undefined, { serviceWorkers })
  const page = await browser.context.newPage()
  await page.goto(`${server.origin}/login`)
  await page.locator('input[name="email"]').fill(AUTHOR)
  await page.locator('input[name="password"]').fill(server.inspector.password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
  return {
    browser,
    page,
    origin: server.origin,
    store: async (draft) => {
      const id = generateTemplateId(crypto.getRandomValues(new Uint8Array(16)))
      const status = await page.evaluate(
        async (body) =>
          (await fetch('/api/templates', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
            .status,
        JSON.stringify({ id, draft }),
      )
      if (status !== 200 && status !== 201) throw new Error(`${draft.titulo} was refused: ${status}`)
      return id
    },
    allowFilms: async () => {
      const headers = { 'content-type': 'application/json', origin: server.origin }
      const credentials = { email: 'admin@relevo.example', password: server.inspector.password }
      const session = await fetch(`${server.origin}/api/session`, {
        method: 'POST',
        headers,
        body: JSON.stringify(credentials),
      })
      const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      const path = getMunicipality(DEMO_AREAS.cordoba.habilitaciones)
      const saved = await fetch(`${server.origin}/api/municipalities/${encodePlaceId(path)}/settings`, {
        method: 'PUT',
        headers: { ...headers, cookie },
        body: JSON.stringify({ videoAttachments: true }),
      })
      if (!saved.ok) throw new Error(`Films are not allowed: ${saved.status} ${await saved.text()}`)
    },
    find: async (id, title) => {
      await page.goto(`${server.origin}/listar?nombre=${encodeURIComponent(title)}`)
      await page.locator(linkTo(id)).first().waitFor({ timeout: 60_000 })
    },
  }
}

export function linkTo(id: TemplateId): string {
  return `a[href^="/contestar/${id}"]`
}

export function draftOf(size: number): TemplateDraft {
  return relevoForm(size, DEMO_AREAS.cordoba.habilitaciones, CUT)
}

/** A form with one repeatable section of five questions. */
export function repeatingDraft(): TemplateDraft {
  const [first] = draftOf(5).secciones
  return templateDraftSchema.parse({
    ...draftOf(5),
    titulo: 'Medición de filas',
    secciones: [{ ...first, repetible: true }],
  })
}

/** Twenty questions that take a photo, and one that takes a video. */
export function filesDraft(): TemplateDraft {
  const preguntas = Array.from({ length: 21 }, (_, orden) => ({
    orden,
    titulo: `Foto ${orden + 1}`,
    tipoPregunta: 1,
    ...(orden < 20 ? { adjuntar: true } : { adjuntarVideo: true }),
  }))
  return templateDraftSchema.parse({
    ...draftOf(5),
    titulo: 'Medición de fotos',
    secciones: [{ orden: 0, titulo: 'Fotos', preguntas }],
  })
}

/** Relevo as installed: opening reads the form from the device's database. */
export async function openRelevo(app: App, sizes: readonly number[], bytes: number): Promise<Filler> {
  const { page } = app
  const ids = new Map<number, TemplateId>()
  for (const size of sizes) ids.set(size, await app.store(draftOf(size)))
  let current: TemplateId | undefined
  return {
    name: 'relevo',
    page,
    prepare: async (size) => {
      const id = ids.get(size)
      if (id === undefined) throw new Error(`No form of ${size} questions was stored`)
      // Returns to the list within the running app, like the peers' pages. The first form is opened by its URL.
      if (id === current) await page.goBack()
      else await app.find(id, `Medición de ${size}`)
      current = id
      await page.locator(linkTo(id)).first().waitFor()
    },
    open: () =>
      page
        .locator(linkTo(current as TemplateId))
        .first()
        .click(),
    field: FIRST_FIELD,
    check: () => page.getByRole('button', { name: 'Save answer' }).click(),
    checked: { selector: '[role="alert"]', text: 'Some required fields are missing.' },
    bytes,
  }
}
