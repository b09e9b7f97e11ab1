import { beforeEach, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildAccount, buildTicketForm, OWNER } from '#tests/support/builders/paying.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { FOREIGN_AREA, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { publish } from '#tests/support/server/public-files.ts'
import { PAYMENTS } from '#tests/support/server/strangers.ts'
import { addPerson, buildWorld, FOREIGN_MUNICIPALITY, type World } from '#tests/support/server/world.ts'

/** Discount codes and ID numbers are sent only to users who may change the form, however it is read. */
const CODE = 'socio-secreto'
const DNI = '28777666'
const closed = [
  { name: 'Socios', percentOff: 50, amountOff: 0, from: 1, code: CODE },
  { name: 'Exentos', percentOff: 100, amountOff: 0, from: 1, dni: [DNI] },
  { name: 'Feria', percentOff: 10, amountOff: 0, from: 1 },
]
const plain = buildTicketForm({}, { discounts: closed })
const FORM = {
  ...plain,
  timeStamp: NOW,
  ticketSale: plain.ticketSale && { ...plain.ticketSale, promotions: closed },
}
/** Roles that edit forms (part 1, point 6). */
const CHANGE = ROLES.filter(
  (role) => role.startsWith('ROLE_SUPERVISOR') || ['ROLE_ADMIN', 'ROLE_GENERADOR'].includes(role),
)

let world: World
beforeEach(async () => {
  world = await buildWorld({}, undefined, { payments: PAYMENTS })
  await publish(world, FORM)
  await world.put(keys.versionLine(FORM.id, FORM.version), { version: FORM.version, ...FORM.lastEdit } as never)
  await world.put(keys.paymentAccount(OWNER), buildAccount())
})
const WAYS: Readonly<Record<string, string>> = {
  'the list of a device': '/api/sync/pull',
  'the form': `/api/templates/${FORM.id}`,
  'a version of it': `/api/templates/${FORM.id}/versions/${FORM.version}`,
}
/** The form as this user reads it; empty if they may not. */
async function heard(who: string, path: string): Promise<string> {
  return (await world.ask('GET', path, { cookie: await world.signIn(who) })).text()
}
const tells = (text: string) => ({ form: text.includes('Feria'), closed: text.includes(CODE) || text.includes(DNI) })

describe.each(Object.entries(WAYS))('%s', (_, path) => {
  it.each(ROLES)('tells %s of its own area codes only where it may change the form', async (role: Role) => {
    await addPerson(world.put, buildUser('rosa', role))
    const text = await heard('rosa', path)
    expect(tells(text)).toEqual({ form: true, closed: CHANGE.includes(role) })
    // A payer is still asked for a code, and public discounts apply to everyone.
    if (!CHANGE.includes(role)) expect(text).toContain('"withCodes":true')
  })
})

describe.each(Object.entries(WAYS).slice(1))('%s, which is public,', (_, path) => {
  it.each(['ROLE_SUPERVISOR_ELEVADO', 'ROLE_SUPERVISOR', 'ROLE_GENERADOR'] as const)(
    'tells no code to %s of another municipality, or another area that is not theirs',
    async (role) => {
      await addPerson(world.put, {
        ...buildUser('rosa', role),
        areas: [FOREIGN_AREA],
        municipalityPath: FOREIGN_MUNICIPALITY,
      } as never)
      expect(tells(await heard('rosa', path))).toEqual({ form: true, closed: false })
      await addPerson(world.put, { ...buildUser('rita', role), areas: [OTHER_AREA] } as never)
      // A municipality's own supervisors have all of its areas.
      expect(tells(await heard('rita', path)).closed).toBe(role === 'ROLE_SUPERVISOR_ELEVADO')
    },
  )
})

it('the page of the public tells none', async () => {
  const text = await (await world.ask('GET', `/api/public/forms/${FORM.id}`)).text()
  expect(tells(text)).toEqual({ form: true, closed: false })
})

it('a copy in another municipality has none, and one beside it keeps them', async () => {
  const cookie = await world.signIn('ada')
  const copy = async (id: string, area: string) => {
    const body = { id: id.repeat(26), area }
    return (await world.ask('POST', `/api/templates/${FORM.id}/duplicate`, { cookie, body })).text()
  }
  const [far, near] = [await copy('A', FOREIGN_AREA), await copy('B', OTHER_AREA)]
  expect([tells(far), far.includes('withCodes')]).toEqual([{ form: true, closed: false }, false])
  expect(tells(near).closed).toBe(true)
})

it('what an inspector answers costs less with a code all the same, which the server knows', async () => {
  const cookie = await world.signIn('ines')
  const submit = buildPlainSubmit(1)
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
  await world.ask('POST', '/api/sync/push', { cookie, body })
  const payer = { fullName: 'Ana Paz', dni: '30111222', phone: '', email: 'ana@relevo.example' }
  const wish = { answer: submit.answer, proof: submit.id, payer, purchase: { zone: 7, quanty: 2 }, shown: 10_000 }
  const order = async (code: string) =>
    (await world.ask('POST', '/api/payments/orders', { cookie, body: { ...wish, code } })).json()
  expect(await order('otro')).toMatchObject({ error: { code: 'payment.code-unknown' } })
  expect(await order(CODE)).toMatchObject({ amount: 5_000, reduction: 5_000 })
})
