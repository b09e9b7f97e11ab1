import { describe, expect, it } from 'vitest'
import { getCountry, templateIdSchema } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildCountry, buildMunicipality } from '#tests/support/builders/people.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

const FORM = buildTicketForm()
const OPEN = { ...FORM, opcionales: { ...FORM.opcionales, publico: true } }

async function town(change: object = {}): Promise<World> {
  const world = await buildWorld()
  await world.put(keys.template(FORM.id), { ...OPEN, ...change })
  await world.put(keys.zoneStock(FORM.id, 7, 'live'), { taken: 3, sold: 1, moves: 4 })
  return world
}
async function left(world: World, id: string = FORM.id) {
  const response = await world.ask('GET', `/api/public/forms/${id}/left`)
  return [response.status, await response.json()]
}

describe('what is left of what a form sells', () => {
  it('counts what others have taken, paid or not, and is never less than nothing', async () => {
    const world = await town()
    const [first, second] = OPEN.ticketSale?.zones ?? []
    expect([first?.id, first?.maxQuantity, second?.id]).toEqual([7, 5, 2])
    expect(await left(world)).toEqual([
      200,
      {
        zones: [
          { id: 7, left: 2 },
          { id: 2, left: second?.maxQuantity },
        ],
      },
    ])
    await world.put(keys.zoneStock(FORM.id, 7, 'live'), { taken: 9, sold: 9, moves: 9 })
    expect(await left(world)).toMatchObject([200, { zones: [{ id: 7, left: 0 }, {}] }])
  })

  it('is nothing for a form that takes no payments', async () => {
    const opcionales = { ...OPEN.opcionales, addPaymentGateway: false }
    expect(await left(await town({ opcionales }))).toEqual([200, { zones: [] }])
  })

  it('is also for citizens of the portal, and for no form of staff', async () => {
    const portal = { ...FORM.opcionales, publico: false, citizenAssociationFromCitizenPortal: true }
    expect((await left(await town({ opcionales: portal })))[0]).toBe(200)
    const staff = { ...FORM.opcionales, publico: false, citizenAssociationFromCitizenPortal: false }
    expect(await left(await town({ opcionales: staff }))).toEqual([404, { error: { code: 'template.missing' } }])
  })

  it('is not said of deleted and unknown forms, nor where municipality or country are blocked', async () => {
    const world = await town()
    expect((await left(world, templateIdSchema.parse('other')))[0]).toBe(404)
    expect((await left(world, '%00'))[0]).toBe(404)
    expect((await left(await town({ deleted: true })))[0]).toBe(410)
    const path = municipalityOfDocument(FORM)
    await world.put(path, buildMunicipality({ inhabilitado: true }))
    expect(await left(world)).toMatchObject([403, { error: { code: 'municipality.blocked' } }])
    await world.put(path, buildMunicipality())
    await world.put(getCountry(path), buildCountry({ inhabilitado: true }))
    expect(await left(world)).toMatchObject([403, { error: { code: 'country.blocked' } }])
  })

  it('is limited by address', async () => {
    const world = await town()
    let status: unknown = 200
    for (let turn = 0; turn < 400 && status !== 429; turn += 1) [status] = await left(world)
    expect(status).toBe(429)
  })
})
