import { describe, expect, it } from 'vitest'
import {
  exportAudit,
  listAudit,
  verifyAudit,
  logActionUnit,
  type AuditAction,
  type AuditEntry,
} from '#domain/audit/index.ts'
import { getMunicipality, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA } from '#tests/support/builders/template.ts'
import { signedIn } from '#tests/support/server/signed-in.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { sweepAudit } from './sweep-audit.ts'

const DAY = 24 * 60 * 60 * 1000
const HERE = buildUser('sofia', 'ROLE_SUPERVISOR_ELEVADO', [AREA])
const THERE = buildUser('uma', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA])

async function note(world: World, action: AuditAction, by = HERE): Promise<void> {
  const municipality = getMunicipality(by === HERE ? AREA : FOREIGN_AREA)
  world.clock.now += 1000
  const act = { action, target: AREA, by, from: '10.0.0.1', municipality } as const
  await world.store.commit(logActionUnit(act, toInstant(world.clock.now)))
}
const listed = async (world: World, who: string, query = '') =>
  listAudit.reply.parse(
    await (await world.ask('GET', `/api/audit${query}`, { cookie: await signedIn(world, who) })).json(),
  )
const verified = async (world: World, query = '') =>
  verifyAudit.reply.parse(
    await (await world.ask('GET', `/api/audit/verify${query}`, { cookie: await signedIn(world, 'ada') })).json(),
  )
const actionsOf = (page: { readonly entries: readonly AuditEntry[] }) => page.entries.map(({ action }) => action)

describe('the audit log', () => {
  it('shows everything to the administrator, and to supervisors what concerns their municipality', async () => {
    const world = await buildWorld()
    await note(world, 'area.created')
    await note(world, 'user.changed', THERE)
    await world.store.commit(
      logActionUnit({ action: 'country.blocked', target: 'paises/AR', by: HERE, from: '' }, toInstant(world.clock.now)),
    )
    expect(actionsOf(await listed(world, 'ada'))).toEqual(['country.blocked', 'user.changed', 'area.created'])
    expect(actionsOf(await listed(world, 'sofia'))).toEqual(['area.created'])
    expect(actionsOf(await listed(world, 'uma'))).toEqual(['user.changed'])
  })

  it('names the people and places of its entries as they are called today', async () => {
    const world = await buildWorld()
    const unit = (target: string) =>
      logActionUnit(
        { action: 'user.changed', target: target as typeof AREA, by: THERE, from: '' },
        toInstant(world.clock.now),
      )
    for (const target of ['credentials/sofia', `${AREA}/imagenes/1`, 'usuarios/gone', 'formularios/f'])
      await world.store.commit(unit(target))
    const { names } = await listed(world, 'ada')
    const sofia = await world.store.get(keys.user(HERE.id))
    const uma = await world.store.get(keys.user(THERE.id))
    expect(names).toEqual({
      // The name of the acting user.
      'usuarios/uma': `${uma?.firstName} ${uma?.lastName}`,
      'usuarios/sofia': `${sofia?.firstName} ${sofia?.lastName}`,
      [AREA]: (await world.store.get(keys.area(AREA)))?.nombre,
      // A deleted area is shown with its municipality.
      [getMunicipality(AREA)]: (await world.store.get(keys.municipality(getMunicipality(AREA))))?.nombre,
    })
  })

  it('is searched by person, act and days, and turned in pages without gap or repetition', async () => {
    const world = await buildWorld()
    for (let turn = 0; turn < 60; turn += 1) await note(world, turn % 2 === 0 ? 'area.created' : 'user.changed')
    const middle = toInstant(world.clock.now - 29_500)
    const first = await listed(world, 'sofia')
    const second = await listed(world, 'sofia', `?before=${first.next ?? ''}`)
    const numbers = [...first.entries, ...second.entries].map(({ number }) => Number(number))
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index))
    expect(second.next).toBeNull()
    expect((await listed(world, 'sofia', '?action=user.changed')).entries).toHaveLength(30)
    expect((await listed(world, 'sofia', '?username=SOFIA')).entries).toHaveLength(50)
    expect((await listed(world, 'sofia', '?username=uma')).entries).toHaveLength(0)
    expect((await listed(world, 'sofia', `?from=${middle}`)).entries).toHaveLength(30)
    expect((await listed(world, 'sofia', `?to=${middle}`)).entries).toHaveLength(30)
    expect((await listed(world, 'sofia', `?to=${toInstant(0)}`)).entries).toHaveLength(0)
    expect((await listed(world, 'sofia', `?from=${toInstant(world.clock.now + DAY)}`)).entries).toHaveLength(0)
  })

  it('is searched by kind, person and days at once, and is refused to who may not manage users', async () => {
    const world = await buildWorld()
    const ada = buildUser('ada', 'ROLE_ADMIN', [AREA])
    for (let day = 0; day < 3; day += 1) {
      for (const action of ['answer.corrected', 'answer.moved', 'payment.refunded'] as const)
        for (const by of [HERE, THERE, ada]) await note(world, action, by)
      world.clock.now += DAY
    }
    const from = toInstant(world.clock.now - 2 * DAY - 3_600_000)
    const to = toInstant(world.clock.now - DAY - 3_600_000)
    const find = async (who: string, query: string) =>
      (await listed(world, who, query)).entries.map(({ action, username, number }) => [
        action,
        username,
        Number(number),
      ])
    expect(await find('ada', `?action=answer.corrected&username=uma&from=${from}&to=${to}`)).toEqual([
      ['answer.corrected', 'uma', 11],
    ])
    expect(await find('ada', `?action=payment.refunded&from=${from}&to=${to}`)).toEqual([
      ['payment.refunded', 'ada', 18],
      ['payment.refunded', 'uma', 17],
      ['payment.refunded', 'sofia', 16],
    ])
    expect(await find('sofia', `?action=answer.moved&username=sofia&to=${to}`)).toEqual([
      ['answer.moved', 'sofia', 13],
      ['answer.moved', 'sofia', 4],
    ])
    expect(await find('sofia', `?action=answer.moved&username=uma`)).toEqual([])
    for (const who of ['ines', 'gil', 'carla']) {
      const cookie = await signedIn(world, who)
      expect((await world.ask('GET', '/api/audit?action=answer.moved', { cookie })).status).toBe(403)
      expect((await world.ask('POST', '/api/audit/export', { cookie, body: { sought: {} } })).status).toBe(403)
    }
    const cookie = await signedIn(world, 'ada')
    expect((await world.ask('GET', '/api/audit?action=answer.read', { cookie })).status).toBe(400)
  })

  it('notes once that it was taken away', async () => {
    const world = await buildWorld()
    await note(world, 'area.created')
    const cookie = await signedIn(world, 'sofia')
    const page = exportAudit.reply.parse(
      await (await world.ask('POST', '/api/audit/export', { cookie, body: { sought: {} } })).json(),
    )
    await world.ask('POST', '/api/audit/export', { cookie, body: { sought: { before: page.entries[0]?.number } } })
    expect(actionsOf(await listed(world, 'sofia'))).toEqual(['audit.exported', 'area.created'])
  })

  it('notes that it was taken away from a page that begins beyond its end', async () => {
    const world = await buildWorld()
    await note(world, 'area.created')
    const body = { sought: { before: '9'.repeat(12) } }
    await world.ask('POST', '/api/audit/export', { cookie: await signedIn(world, 'sofia'), body })
    expect(actionsOf(await listed(world, 'sofia'))).toEqual(['audit.exported', 'area.created'])
  })

  it('is verified in batches, and says which entry someone changed behind its back', async () => {
    const world = await buildWorld()
    for (let turn = 0; turn < 5; turn += 1) await note(world, 'area.created')
    expect(await verified(world)).toMatchObject({ checked: 5, complete: true, broken: null })
    const halfway = (await world.store.get(keys.auditEntry('000000000003'))) as AuditEntry
    expect(await verified(world, `?after=000000000003&hash=${halfway.hash}`)).toMatchObject({
      checked: 2,
      complete: true,
    })
    await world.put(keys.auditEntry('000000000004'), { ...halfway, number: '000000000004' })
    expect(await verified(world)).toMatchObject({ checked: 3, complete: false, broken: '000000000004' })
  })

  it('says when its newest entries were cut off', async () => {
    const world = await buildWorld()
    for (let turn = 0; turn < 3; turn += 1) await note(world, 'area.created')
    const chain = await world.store.get(keys.auditChain)
    await world.put(keys.auditChain, { ...chain, count: 4 })
    expect(await verified(world)).toMatchObject({ complete: false, broken: '000000000004' })
    await world.put(keys.auditChain, { ...chain, hash: 'a'.repeat(64) })
    expect(await verified(world)).toMatchObject({ complete: false, broken: '000000000003' })
  })

  it('keeps entries for the time that an administrator says, and is whole afterwards', async () => {
    const world = await buildWorld()
    for (let turn = 0; turn < 250; turn += 1) await note(world, 'area.created')
    const cookie = await signedIn(world, 'ada')
    expect((await world.ask('PUT', '/api/audit/retention', { cookie, body: { days: 364 } })).status).toBe(400)
    expect((await world.ask('PUT', '/api/audit/retention', { cookie, body: { days: 365 } })).status).toBe(200)
    expect((await listed(world, 'ada')).keepDays).toBe(365)
    expect((await listed(world, 'sofia')).keepDays).toBeNull()
    world.clock.now += 365 * DAY - 5_000
    expect(await sweepAudit(world.ports)).toBe(244)
    expect(await verified(world)).toMatchObject({ checked: 7, complete: true, broken: null })
    expect(await sweepAudit(world.ports)).toBe(0)
  })
})
