import { beforeEach, describe, expect, it } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { citizenIdSchema, ok, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { change } from '#tests/support/builders/changes.ts'
import {
  ANA,
  answered,
  askChanges,
  buildPortalWorld,
  FORM,
  pushedBy,
  revisionOf,
  TRY,
  type PortalWorld,
} from '#tests/support/server/portal-world.ts'
import { there } from '#tests/support/there.ts'
import { runDueJobs } from '../jobs/run-due.ts'
import type { JobResult, Connectors, MailMessage } from '../ports.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { writeCitizenEmail } from './email-citizen.ts'

const HOME = 'https://forms.example.org'
const STATES = {
  disponibles: [
    { id: 0, nombre: 'Recibida', transiciones: [1] },
    { id: 1, nombre: 'En obra', transiciones: [0] },
  ],
  actual: 0,
  inicial: 0,
  history: [],
}
/** Data in the registry. */
const REGISTERED = { id: ANA.id, nombre: 'Ana', apellido: 'Torres', email: 'ana@casa.example', telefono: '', calle: '' }

let world: PortalWorld
let sent: (MailMessage & { readonly key: string })[]
let failure: JobResult | undefined
let asked: number
let registered: typeof REGISTERED | null

beforeEach(async () => {
  ;[sent, failure, asked, registered] = [[], undefined, 0, REGISTERED]
  const connectors: Connectors = {
    mail: {
      home: () => HOME,
      send: async (message, key) => {
        if (failure !== undefined) return failure
        sent.push({ ...message, key })
        return ok({ id: '' })
      },
    },
    citizens: {
      find: async () => {
        asked += 1
        return ok(registered === null ? null : { ...registered, dni: ANA.dni })
      },
      create: async () => {
        throw new Error('Nobody is created')
      },
    },
    revisionPage: (answer) => `${HOME}/ciudadano/revision/${answer}`,
    viewPage: (answer) => `${HOME}/ciudadano/ver/${answer}`,
  }
  world = await buildPortalWorld(connectors)
})

/** Stores an answer of Ana's with these fields, as the supervisor finds it. */
async function placed(facts: Partial<Answer> = {}): Promise<AnswerId> {
  const { submit } = await answered(world)
  const stored = there(await world.store.get(keys.answer(submit.answer)))
  const opcionales = { ...stored.opcionales, notifyCitizen: true }
  await world.put(keys.answer(submit.answer), { ...stored, opcionales, estados: STATES, ...facts })
  return submit.answer
}
const move = async (id: AnswerId, from: number, to: number): Promise<void> => {
  const { status, ...told } = await pushedBy(
    world,
    'sofia',
    change('answer.changeState', { from, to, answer: id, template: FORM }),
  )
  expect([status, told]).toEqual(['applied', expect.anything()])
}
const run = () => runDueJobs(world.ports, world.clock.now, DEFAULT_TUNING)
const linkIn = (text: string | undefined) => /https:\S+\/([^/\s]+)$/m.exec(text ?? '')?.[1] ?? ''
const by = (token: string, attempt = TRY) => world.login({ token, testMode: false, attempt })

describe('the e-mail to a citizen', () => {
  it('of a request goes to the address that the registry has, once, in the language of the municipality', async () => {
    const id = await placed()
    const mutation = await askChanges(world, id, 'Falta la calle')
    expect([await run(), sent.length]).toEqual([1, 1])
    await pushedBy(world, 'sofia', mutation)
    expect([await run(), sent.length, asked]).toEqual([0, 1, 1])
    const [letter] = sent
    expect(letter).toMatchObject({ to: { address: 'ana@casa.example', name: 'Ana Torres' }, key: expect.any(String) })
    expect(letter?.subject).toMatch(/^Corrija su respuesta VIS1: /)
    expect(letter?.text).toContain('Observación general: Falta la calle\n')
    expect(letter?.text).toContain(`${HOME}/ciudadano/revision/${id}/r1e.`)
    expect(letter?.text).toContain('Deja de funcionar cuando el municipio cierra o reemplaza este pedido.')
    expect(await world.store.count({ collection: 'jobs', where: { kind: 'citizen.mail' } })).toBe(0)
  })

  it('has a link that opens this answer alone, and ends when something else is asked', async () => {
    const id = await placed()
    await askChanges(world, id)
    await run()
    const first = linkIn(sent[0]?.text)
    const { session, visit } = (await (await by(first)).json()) as { session: string; visit: { only: string } }
    expect(visit.only).toBe(id)
    const look = async () => (await world.as({ session }, 'GET', `/api/citizen/answers/${id}`)).status
    expect(await look()).toBe(200)
    await askChanges(world, id, 'Y la altura')
    await run()
    // The session and link of the earlier request are invalid; the next e-mail has a new link.
    expect([await look(), (await by(first, 'C'.repeat(43))).status, (await by(linkIn(sent[1]?.text))).status]).toEqual([
      401, 401, 200,
    ])
  })

  it('of a move names the state, and its link shows the answer, corrects nothing, and ends with the next move', async () => {
    const id = await placed()
    await move(id, 0, 1)
    await run()
    expect(sent[0]?.subject).toMatch(/^Su respuesta VIS1 está en el estado «En obra»: /)
    expect(sent[0]?.text).toContain(`${HOME}/ciudadano/ver/${id}/r1e.`)
    expect(sent[0]?.text).toContain('Deja de funcionar cuando la respuesta cambia de estado.')
    const token = linkIn(sent[0]?.text)
    const entered = (await (await by(token)).json()) as { session: string }
    const path = `/api/citizen/answers/${id}`
    expect((await world.as(entered, 'GET', path)).status).toBe(200)
    const body = { purpose: 'answer.revise', form: FORM, answer: id, mutation: revisionOf('x', id).id }
    expect((await world.as(entered, 'POST', '/api/citizen/permits', { body })).status).toBe(403)
    await move(id, 1, 0)
    expect((await world.as(entered, 'GET', path)).status).toBe(401)
    await run()
    expect(sent.map(({ subject }) => /«(.*)»/.exec(subject)?.[1])).toEqual(['En obra', 'Recibida'])
  })

  it('names the former codes of an answer that came back to a restored server', async () => {
    const id = await placed({ earlierCodes: ['VIS41', 'VIS52'] })
    await move(id, 0, 1)
    await run()
    expect(sent[0]?.subject).toMatch(/^Su respuesta VIS1 \(antes: VIS41, VIS52\) está en el estado «En obra»: /)
  })

  it('is not sent of what is over when it could leave, and a mail server that was down loses none', async () => {
    const id = await placed()
    failure = { ok: false, problem: { code: 'network.unreachable' } }
    await move(id, 0, 1)
    await run()
    await move(id, 1, 0)
    failure = undefined
    for (let hour = 0; hour < 3; hour += 1) {
      world.clock.now += 3_600_000
      await run()
    }
    expect(sent.map(({ subject }) => /«(.*)»/.exec(subject)?.[1])).toEqual(['Recibida'])
  })

  it.each([
    ['the form does not say it', (stored: Answer) => ({ opcionales: { ...stored.opcionales, notifyCitizen: false } })],
    ['the registry knows somebody else under the number', () => ({})],
    ['the registry has no address of theirs', () => ({})],
  ])('goes to nobody where %s', async (why, facts) => {
    const id = await placed()
    const stored = there(await world.store.get(keys.answer(id)))
    await world.put(keys.answer(id), { ...stored, ...facts(stored) })
    if (why.includes('else')) registered = { ...REGISTERED, id: citizenIdSchema.parse('c9') }
    if (why.includes('address')) registered = { ...REGISTERED, email: 'ninguna' }
    await askChanges(world, id)
    await move(id, 0, 1)
    await run()
    expect([sent, await world.store.count({ collection: 'jobs', where: { kind: 'citizen.mail' } })]).toEqual([[], 0])
  })

  it('has no link for anyone who is only typed in, or claimed: their name alone proves nothing', async () => {
    for (const [source, who] of [
      ['typed', { nombre: 'Ana' }],
      ['claimed', { id: ANA.id, nombre: 'Ana' }],
    ] as const) {
      const citizen = citizenSchema.parse({ ...who, dni: '1', email: 'ana@otra.example', _source: source })
      const id = await placed({ datosCiudadano: citizen })
      await move(id, 0, 1)
      await run()
      expect(sent.at(-1)).toMatchObject({ to: { address: 'ana@otra.example' } })
      expect(sent.at(-1)?.text).not.toContain('http')
      await world.put(keys.answer(id), { ...there(await world.store.get(keys.answer(id))), estados: STATES })
    }
  })

  it('keeps the pace of copies to one address: more of them wait', async () => {
    const { id: citizen, nombre, dni } = ANA
    const facts = { id: citizen, nombre, dni, email: 'ana@otra.example', _source: 'registry' }
    const id = await placed({ datosCiudadano: citizenSchema.parse(facts) })
    for (let turn = 0; turn < DEFAULT_TUNING.copiesBurstPerAnswer + 3; turn += 1) {
      await move(id, turn % 2, 1 - (turn % 2))
      await run()
    }
    expect(sent).toHaveLength(DEFAULT_TUNING.copiesBurstPerAnswer)
  })

  it('takes no lines and no headers from names', () => {
    const told = {
      name: 'Ana\nBcc: xy',
      title: 'Luces\r\nX: 1',
      named: 'VIS1',
      municipality: 'Villa\nSerena',
      days: 30,
    }
    const letter = writeCitizenEmail({ ...told, about: { state: 'En\nobra' }, link: undefined }, 'en')
    expect(letter.subject).not.toMatch(/[\r\n]/)
    expect(letter.text.split('\n')[0]).toBe('Hello Ana Bcc: xy,')
    const other = { ...told, name: 'premio.example', about: { state: 'En obra' }, link: undefined }
    expect(writeCitizenEmail(other, 'en').text.split('\n')[0]).toBe('Hello,')
  })
})
