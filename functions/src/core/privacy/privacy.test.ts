import { beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/audit/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildOrder, buildFact } from '#tests/support/builders/payments.ts'
import { buildPlainSubmit, claimFor, DEVICE } from '#tests/support/builders/submit.ts'
import { FORM, photos, publish } from '#tests/support/server/public-files.ts'
import { create, PNG } from '#tests/support/server/uploads.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { COLLECTION_NAMES } from '../collections.ts'

const PERSON = { kind: 'number', value: '30.123.456' } as const
const CITIZEN = {
  id: 'cit-1',
  cuit: '',
  nombre: 'Rosa',
  apellido: 'Quispe',
  dni: '30123456',
  email: 'rosa@quispe.example',
  telefono: '3514445555',
  calle: 'Los Paraísos 12',
  tipo: 'fisica',
} as const
/** Anything that would identify the person, in the text of a stored document. */
const TRACES = /Quispe|30\.?123\.?456|quispe|3514445555|Paraísos|Quechua/u

let world: World
let sofia: string
beforeEach(async () => {
  world = await buildWorld()
  await publish(world, photos({ opcionales: { publico: false } }))
  sofia = await world.signIn('sofia')
})

/** Submits an answer of ines; then gives it a citizen. */
async function submitted(seed: number, text = 'una nota', citizen?: object, photo?: Uint8Array) {
  const cookie = await world.signIn('ines')
  const files = photo === undefined ? [] : [claimFor(photo, 'image/png', 'foto.png')]
  if (photo !== undefined) expect((await create(world, cookie, photo, { body: photo })).status).toBe(201)
  const value = { respuesta: text, ...(files[0] === undefined ? {} : { imagen: files[0].sha256 }) }
  const content = { values: { '0/0': value }, conditions: {}, rows: {} }
  const submit = buildPlainSubmit(seed, text, { template: FORM, files, content })
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
  const reply = (await (await world.ask('POST', '/api/sync/push', { cookie, body })).json()) as Pushed
  expect(reply.results[0]?.status).toBe('applied')
  const answer = there(await world.store.get(keys.answer(submit.answer)))
  if (citizen !== undefined) await world.put(keys.answer(answer.id), { ...answer, datosCiudadano: citizen })
  return submit.answer
}
const TICKET = 'a'.repeat(20)
type Pushed = { readonly results: readonly { readonly status: string }[] }

type Line = { readonly id: string; readonly kind: string; readonly as: string; readonly name: string }
async function found(person: object, cookie = sofia): Promise<readonly Line[]> {
  const lines: Line[] = []
  let after: string | undefined
  do {
    const response = await world.ask('POST', '/api/privacy/find', { cookie, body: { person, after } })
    expect([response.status, world.log]).toEqual([200, []])
    const page = (await response.json()) as { readonly records: readonly Line[]; readonly next?: string }
    lines.push(...page.records)
    after = page.next
  } while (after !== undefined)
  return [...new Map(lines.map((line) => [line.id, line])).values()]
}

async function erase(ids: readonly string[], change: object = {}, cookie = sofia) {
  const body = { person: PERSON, ids, word: 'SUPRIMIR', reason: 'Pedido 12/2026', ...change }
  const response = await world.ask('POST', '/api/privacy/erase', { cookie, body })
  return { status: response.status, body: (await response.json()) as Erased }
}
type Erased = { readonly erased: readonly string[]; readonly left: readonly { readonly why: string }[] }

/** Every stored document as text. */
async function everything(): Promise<string> {
  const texts: string[] = []
  for (const collection of COLLECTION_NAMES) {
    const entries = await world.store.query({ collection, limit: 10_000 })
    texts.push(...entries.map(({ key, document }) => `${key} ${JSON.stringify(document)}`))
  }
  return texts.join('\n')
}

describe('finding a person', () => {
  it('finds what they are the citizen of, what they paid, and what names them, however the number is written', async () => {
    const citizen = await submitted(1, 'una nota', CITIZEN)
    const named = await submitted(2, 'DNI 30.123.456')
    await submitted(3, 'DNI 30.123.457')
    const order = buildOrder({ dni: '30123456', open: false, facts: [], attempts: [] })
    await world.put(keys.paymentOrder(order.id), order)
    expect(await found(PERSON)).toEqual([
      expect.objectContaining({ id: citizen, kind: 'answer', as: 'citizen', name: 'Rosa Quispe' }),
      expect.objectContaining({ id: named, kind: 'answer', as: 'content', name: '' }),
      expect.objectContaining({ id: order.id, kind: 'order', as: 'payer', name: order.fullName }),
    ])
  })

  it('finds by e-mail address and by id in the registry', async () => {
    const citizen = await submitted(1, 'una nota', CITIZEN)
    const named = await submitted(2, 'escribir a Rosa <Rosa@Quispe.example>')
    const byEmail = await found({ kind: 'email', value: ' ROSA@quispe.example' })
    expect(byEmail.map(({ id, as }) => [id, as])).toEqual(
      expect.arrayContaining([
        [citizen, 'citizen'],
        [named, 'content'],
      ]),
    )
    expect((await found({ kind: 'citizen', value: 'cit-1' })).map(({ id }) => id)).toEqual([citizen])
  })

  it('finds deleted and held answers', async () => {
    const id = await submitted(1, 'una nota', CITIZEN)
    await erase([id], { person: { kind: 'number', value: '99999999' } })
    const answer = there(await world.store.get(keys.answer(id)))
    const cookie = await world.signIn('ines')
    const deletion = {
      id: 'M'.repeat(26),
      answer: id,
      author: 'ines',
      device: DEVICE,
      clock: answer.fechaCreacion,
      offset: 0,
      kind: 'answer.delete',
      template: FORM,
      version: 1,
      base: 1,
      files: [],
    }
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [deletion] }
    const pushed = (await (await world.ask('POST', '/api/sync/push', { cookie, body })).json()) as Pushed
    expect(pushed.results[0]?.status).toBe('applied')
    const held = { ...answer, id: 'H'.repeat(26) }
    await world.put(keys.held(held.id as never), {
      id: held.id,
      mutation: 'N'.repeat(26),
      answer: held,
      reason: { code: 'access.forbidden' },
      at: answer.fechaCreacion,
      areas: answer.areas,
      outcome: { kind: 'waiting' },
      municipality: (answer.areas[0] ?? '').split('/').slice(0, 6).join('/'),
    })
    expect((await found(PERSON)).map(({ kind }) => kind)).toEqual(['deleted', 'held'])
    expect((await erase([held.id])).body.left).toEqual([{ id: held.id, why: 'held' }])
    expect((await erase([id])).body.erased).toEqual([id])
    expect(await world.store.get(keys.answerVersion(id, 1))).toBeUndefined()
  })

  it('finds nothing of another municipality, and records each look-up without the number', async () => {
    await submitted(1, 'una nota', CITIZEN)
    expect(await found(PERSON, await world.signIn('uma'))).toEqual([])
    expect(await found(PERSON, await world.signIn('ada'))).toHaveLength(1)
    const entries = await world.store.query({ collection: 'audit', limit: 100 })
    const lookedUp = entries.filter(({ document }) => document.action === 'person.looked-up')
    expect(lookedUp.map(({ document }) => document.username)).toEqual(['uma', 'ada'])
    expect(JSON.stringify(entries)).not.toMatch(TRACES)
  })

  it.each([
    ['a short number', { kind: 'number', value: '1.234' }],
    ['an address without a domain', { kind: 'email', value: 'rosa' }],
    ['an unknown kind', { kind: 'name', value: 'Rosa Quispe' }],
  ])('refuses %s', async (_, person) => {
    expect((await world.ask('POST', '/api/privacy/find', { cookie: sofia, body: { person } })).status).toBe(400)
  })
})

describe('exporting a person', () => {
  it('contains the answer, its payment and its tickets, and is recorded', async () => {
    const id = await submitted(1, 'una nota', CITIZEN)
    await world.put(keys.paymentOrder(id), buildOrder({ id, dni: '30123456', form: FORM }))
    const body = { person: PERSON, ids: [id] }
    const reply = await world.ask('POST', '/api/privacy/export', { cookie: sofia, body })
    expect(await reply.json()).toMatchObject({
      records: [{ id, answer: { datosCiudadano: { apellido: 'Quispe' } }, order: { amount: 10_000 } }],
    })
    const uma = await world.ask('POST', '/api/privacy/export', { cookie: await world.signIn('uma'), body })
    expect(await uma.json()).toEqual({ records: [] })
  })
})

describe('erasing a person', () => {
  it('leaves no value of the answer on the server: documents, versions, files, e-mails and counters', async () => {
    const id = await submitted(1, 'habla Quechua', CITIZEN, PNG)
    const answer = there(await world.store.get(keys.answer(id)))
    await world.put(keys.answerVersion(id, 1), answer)
    await world.put(keys.answer(id), { ...answer, version: 2 })
    const rest = { municipality: (answer.areas[0] ?? '').split('/').slice(0, 6).join('/'), attempts: 0 }
    await world.put(keys.job('mail.send~x'), {
      ...rest,
      id: 'mail.send~x',
      kind: 'mail.send',
      state: 'waiting',
      dueAt: answer.fechaCreacion,
      payload: { to: { address: 'Rosa@quispe.example', name: 'Rosa Quispe' } },
    })
    const other = await submitted(2, 'otra')
    expect(await everything()).toMatch(TRACES)
    expect((await erase([id])).body).toMatchObject({ erased: [id], left: [], emails: 1 })
    expect(await everything()).not.toMatch(TRACES)
    expect(await world.files.size(claimFor(PNG).sha256)).toBeUndefined()
    expect(await world.store.get(keys.answer(other))).toBeDefined()
    expect(await found(PERSON)).toEqual([])
  })

  it('keeps amounts, numbers and valid tickets, and takes the payer from order, receipt and ticket', async () => {
    const facts = [buildFact('opened', { reference: '1' }), buildFact('paid')]
    const change = { dni: '30123456', fullName: 'Rosa Quispe', email: 'rosa@quispe.example', phone: '3514445555' }
    const paid = { status: 'Pagado', delivery: 'delivered', open: false, facts, tickets: [TICKET] }
    const order = buildOrder({ ...change, ...paid })
    await world.put(keys.paymentOrder(order.id), order)
    const receipt = { number: 7, amount: 10_000, fullName: 'Rosa Quispe', dni: '30123456' }
    await world.put(keys.receiptOfOrder(order.id), receipt)
    const ticket = { id: TICKET, state: 'valid', ownerName: 'Rosa Quispe', dni: '30123456', email: 'r@q.example' }
    await world.put(keys.ticket(TICKET), ticket)
    await world.put(keys.buyer(order.form, '30123456', order.mode), { taken: { '7': 2 } })
    expect((await erase([order.id])).body.erased).toEqual([order.id])
    expect(await everything()).not.toMatch(TRACES)
    expect(await world.store.get(keys.paymentOrder(order.id))).toMatchObject({ amount: 10_000, facts })
    expect(await world.store.get(keys.receiptOfOrder(order.id))).toMatchObject({ number: 7, amount: 10_000, dni: '' })
    expect(await world.store.get(keys.ticket(TICKET))).toMatchObject({ state: 'valid', ownerName: '—' })
  })

  it('takes the owner from a ticket with the address of the payer in capitals, and leaves the ticket of another owner', async () => {
    const other = 'b'.repeat(20)
    const change = { dni: '30123456', fullName: 'Rosa Quispe', email: 'rosa@quispe.example' }
    const order = buildOrder({ ...change, open: false, delivery: 'delivered', facts: [], tickets: [TICKET, other] })
    await world.put(keys.paymentOrder(order.id), order)
    const own = { id: TICKET, state: 'valid', ownerName: 'Rosa Quispe', dni: '', email: 'Rosa@Quispe.example' }
    const handedOn = { id: other, state: 'valid', ownerName: 'Ana Díaz', dni: '20111222', email: 'ana@d.example' }
    await world.put(keys.ticket(TICKET), own)
    await world.put(keys.ticket(other), handedOn)
    expect((await erase([order.id])).body.erased).toEqual([order.id])
    expect(await world.store.get(keys.ticket(TICKET))).toMatchObject({ ownerName: '—', email: '' })
    expect(await world.store.get(keys.ticket(other))).toMatchObject(handedOn)
  })

  it('waits while a payment is open', async () => {
    const order = buildOrder({ dni: '30123456', open: true })
    await world.put(keys.paymentOrder(order.id), order)
    expect((await erase([order.id])).body).toMatchObject({ erased: [], left: [{ id: order.id, why: 'payment' }] })
    expect(await world.store.get(keys.paymentOrder(order.id))).toEqual(order)
  })

  it('is proved in the audit log, with reason, counts and a hash that the same person has again', async () => {
    const ids = [await submitted(1, 'una nota', CITIZEN), await submitted(2, 'una nota', CITIZEN)]
    await erase(ids)
    const entries = await world.store.query({ collection: 'audit', limit: 100 })
    const proofs = entries
      .map(({ document }) => document as AuditEntry)
      .filter(({ action }) => action === 'person.erased')
    expect(proofs.map(({ target, username }) => [target, username])).toEqual(
      ids.map((id) => [`respuestas_formularios/${id}`, 'sofia']),
    )
    expect(proofs[0]?.details).toMatchObject({ reason: 'Pedido 12/2026', answers: 1, orders: 0, tickets: 0 })
    const again = await world.ask('POST', '/api/privacy/find', { cookie: sofia, body: { person: PERSON } })
    expect(proofs[0]?.details['person']).toBe(((await again.json()) as { readonly proof: string }).proof)
    expect(JSON.stringify(entries)).not.toMatch(TRACES)
  })

  it('reaches devices of its author and of its municipality with the next pull, and the answer cannot be sent again', async () => {
    const id = await submitted(1, 'una nota', CITIZEN)
    await erase([id])
    const pulled = async (who: string) => {
      const response = await world.ask('GET', '/api/sync/pull', { cookie: await world.signIn(who) })
      return ((await response.json()) as { readonly erasedAnswers: readonly string[] }).erasedAnswers
    }
    expect([await pulled('ines'), await pulled('sofia'), await pulled('ada')]).toEqual([[id], [id], [id]])
    expect(await pulled('uma')).toEqual([])
    const again = buildPlainSubmit(9, 'una nota', { template: FORM, answer: id })
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [again] }
    const reply = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
    expect(((await reply.json()) as Pushed).results[0]?.status).toBe('rejected')
  })

  it('is refused without the word, without a reason, for what is not theirs, and in another municipality', async () => {
    const id = await submitted(1, 'una nota', CITIZEN)
    expect((await erase([id], { word: 'sí' })).status).toBe(400)
    expect((await erase([id], { reason: ' ' })).status).toBe(400)
    expect((await erase([id], { person: { kind: 'number', value: '30123457' } })).body.left).toEqual([
      { id, why: 'missing' },
    ])
    expect((await erase([id], {}, await world.signIn('uma'))).body.left).toEqual([{ id, why: 'missing' }])
    expect((await erase([id], {}, await world.signIn('ines'))).status).toBe(403)
    expect(await world.store.get(keys.answer(id))).toBeDefined()
    expect((await erase([id], {}, await world.signIn('ada'))).body.erased).toEqual([id])
  })
})
