import { expect } from 'vitest'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '../builders/people.ts'
import { buildDeletion, buildPlainSubmit, DEVICE, hashOf } from '../builders/submit.ts'
import { buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY, NOW, OTHER_AREA } from '../builders/template.ts'
import { INTEGRATIONS } from './access-integrations.ts'
import { PHOTO } from './access-lines.ts'
import { addPerson, type World } from './world.ts'

/** Answers of ines for the access table: two were held, the second was accepted. */
export const HELD = buildPlainSubmit(2).answer
export const ACCEPTED = buildPlainSubmit(3).answer
/** An answer that she has deleted. */
export const DELETED = buildPlainSubmit(4).answer

/** Stores an answer of ines with a photo; adds vera. */
export async function answered(world: World): Promise<string> {
  await addPerson(world.put, buildUser('vera', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA, OTHER_AREA]))
  await world.files.uploads.create(Object.assign({ id: 'upload-of-ines', size: PHOTO.length, offset: 0 }) as never)
  await world.files.uploads.write(new Response(PHOTO).body as never, 'upload-of-ines', 0)
  expect((await world.files.seal('upload-of-ines', { sha256: hashOf(PHOTO), bytes: PHOTO.length })).ok).toBe(true)
  const mutation = buildPlainSubmit(1)
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [mutation] }
  await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  await deleted(world)
  const key = `respuestas_formularios/${mutation.answer}`
  const file = { url: '/', sha256: hashOf(PHOTO), bytes: PHOTO.length, type: 'image/png', name: 'a.png' }
  await world.put(key, { ...(await world.store.get(key)), files: [file] })
  await world.put(`imagenes/comercios~${hashOf(PHOTO)}`, {
    template: 'comercios',
    sha256: hashOf(PHOTO),
    bytes: PHOTO.length,
    type: 'image/png',
    author: 'gil',
    saved: true,
  })
  await world.put(`jobs/incident.create~${mutation.answer}`, deadJob(mutation.answer))
  for (const [key, document] of INTEGRATIONS) await world.put(key, document)
  await held(world)
  return mutation.answer
}

/** Stores it for a form of its own, which accepts any number. */
async function deleted(world: World): Promise<void> {
  const form = buildPlainTemplate({ id: templateIdSchema.parse('libre') })
  for (const { key, document } of buildVersionWrites(form)) await world.put(key, document)
  const submit = buildPlainSubmit(4, 'una nota', { template: form.id })
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit, buildDeletion(submit)] }
  await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
}

function deadJob(answer: string): Record<string, unknown> {
  const id = `incident.create~${answer}`
  return {
    id,
    kind: 'incident.create',
    payload: { answer },
    municipality: MUNICIPALITY,
    state: 'dead',
    attempts: 9,
    dueAt: NOW,
  }
}

/** Stores two more of her answers that were held, and accepts the second. */
async function held(world: World): Promise<void> {
  const full = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: 1 })
  await world.put(keys.template(full.id), full)
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [buildPlainSubmit(2), buildPlainSubmit(3)] }
  await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  const accepted = await world.ask('POST', `/api/held/${ACCEPTED}/accept`, { cookie: await world.signIn('sofia') })
  expect(accepted.status).toBe(200)
}

/** Hono's names of the routes, without the patterns of their parameters. */
export function routesOf(world: World): readonly string[] {
  const names = world.app.routes
    .filter((route) => route.method !== 'ALL')
    .map((route) => `${route.method} ${route.path.replace(/\{.*?\}+(?=\/|$)/g, '')}`)
  return [...new Set(names)].sort()
}
