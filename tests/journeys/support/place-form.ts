import assert from 'node:assert/strict'
import type { Geolocation, Page } from '@playwright/test'
import { DEMO_AREAS } from '#embedded/demo/places.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { templateDraftSchema } from '#domain/templates/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import type { World } from './world.ts'
import type { Server } from './server.ts'
import type { Tablet } from './tablet.ts'
import { EDITOR, INSPECTOR, type Person } from './town.ts'
import { eventually } from './waiting.ts'

export const PLACE_FORM = 'P'.repeat(26)

/**
 * Publishes a form that asks for a line of text and a location. The staff form has trees with a location each; the
 * public form also asks for the problem and offers nearby answers.
 */
export async function publishPlaceForm(
  origin: string,
  { email, password }: Person,
  who: 'staff' | 'public' = 'staff',
): Promise<void> {
  const post = async (path: string, body: object, cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(body),
    })
  const cookie = (await post('/api/session', { email, password })).headers.get('set-cookie')?.split(';')[0]
  const note = { orden: 0, titulo: 'Nota', tipoPregunta: QUESTION_TYPE.OPEN, required: true }
  const opciones = ['Apagada', 'Titila'].map((texto, orden) => ({ orden, texto }))
  const problem = { orden: 1, titulo: 'Problema', tipoPregunta: QUESTION_TYPE.RADIO, required: true, opciones }
  const where = { orden: 0, titulo: 'Dónde está', tipoPregunta: QUESTION_TYPE.OPEN, esUbicacion: true }
  const trees = { orden: 1, titulo: 'Árboles', repetible: true, nombreFila: 'árbol', preguntas: [where] }
  const secciones =
    who === 'staff' ? [{ orden: 0, preguntas: [note] }, trees] : [{ orden: 0, preguntas: [note, problem] }]
  const ofWho = who === 'staff' ? { startLikeLast: true } : { publico: true, offersNearby: true }
  const opcionales = { geolocalizacion: true, ...ofWho }
  const facts = { areas: [DEMO_AREAS.cordoba.habilitaciones] }
  const form = buildPlainTemplate(facts, { titulo: 'Andanza: lugar', secciones, opcionales })
  const made = await post('/api/templates', { id: PLACE_FORM, draft: templateDraftSchema.parse(form) }, cookie)
  assert.equal(made.status, 200, await made.text())
}

/** A tablet at this location, signed in, with the form. */
export async function tabletAt(world: World, here: Geolocation): Promise<{ server: Server; tablet: Tablet }> {
  const server = await world.server()
  await publishPlaceForm(server.origin, EDITOR)
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  await tablet.context.grantPermissions(['geolocation'], { origin: server.origin })
  await tablet.context.setGeolocation(here)
  return { server, tablet }
}

/** Waits until some tiles are drawn. */
export async function mapDrawn(page: Page): Promise<void> {
  await eventually('the map to be drawn', async () => (await page.locator('.leaflet-tile-loaded').count()) >= 4)
}
