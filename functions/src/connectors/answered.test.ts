import { expect, it } from 'vitest'
import { createCitizenRegistryClient } from './citizen-registry.ts'
import { createGoogleGeocoderClient, createNominatimClient } from './geocoders.ts'

/** A system that refuses one question is not down: else three odd questions of one user close it to everyone. */
const SYSTEM = { name: 'system', url: 'https://system.example.org' }
const POINT = { latitude: 0.000_000_1, longitude: -64.182_345_67 }

function answering(status: number) {
  const asked: string[] = []
  const deps = {
    fetch: async (url: string) => {
      asked.push(url)
      return Response.json({ error: 'no' }, { status })
    },
    timeout: () => new AbortController().signal,
    failed: () => {},
  }
  const calls = [
    () => createCitizenRegistryClient(deps, SYSTEM).find({ dni: '1' }, 21),
    () => createNominatimClient(deps, SYSTEM).addressOf(POINT),
    () => createGoogleGeocoderClient(deps, SYSTEM).addressOf(POINT),
  ]
  return { asked, replies: () => Promise.all(calls.map((call) => call())) }
}

it.each([400, 422])('an answer of %i is one', async (status) => {
  for (const reply of await answering(status).replies()) expect(reply).toMatchObject({ ok: false, isAnswered: true })
})

it.each([200, 401, 403, 429, 500, 503])('one of %i that says nothing is none', async (status) => {
  for (const reply of await answering(status).replies()) expect(reply).not.toHaveProperty('isAnswered')
})

it('a point is written as services read it', async () => {
  const { asked, replies } = answering(200)
  await replies()
  expect(asked.slice(1)).toEqual([
    'https://system.example.org/reverse?lat=0&lon=-64.182346&format=jsonv2&zoom=18',
    'https://system.example.org/maps/api/geocode/json?latlng=0%2C-64.182346',
  ])
})
