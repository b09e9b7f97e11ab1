import type { Connectors } from '#core/ports.ts'
import { MAX_CELL_LENGTH, MAX_NEARBY_ANSWERS } from '#domain/answering/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { ok, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildAccount, buildTicketForm, OWNER } from '../builders/paying.ts'
import { question, section } from '../builders/form-parts.ts'
import { buildPlainSubmit, DEVICE } from '../builders/submit.ts'
import { buildPlainTemplate } from '../builders/template.ts'
import { publish } from './public-files.ts'
import type { World } from './world.ts'

const TICKETS = buildTicketForm()
const SALE = {
  ...TICKETS,
  id: 'funcion' as typeof TICKETS.id,
  ticketSale: TICKETS.ticketSale && {
    ...TICKETS.ticketSale,
    zones: TICKETS.ticketSale.zones.map((zone) => ({ ...zone, maxQuantity: 100_000 })),
  },
}
const STAFF = new WeakMap<World, Promise<string>>()

/** A provider that accepts every call. */
export const PAYMENTS = {
  stripe: { open: async () => ok({ session: 'cs_1', url: 'https://pay.example/cs_1' }) },
} as unknown as NonNullable<Connectors['payments']>

/** A form with more places than anyone can order. */
export async function sell(world: World): Promise<void> {
  await publish(world, SALE)
  await world.put(keys.paymentAccount(OWNER), buildAccount())
}

/**
 * An answer sent by staff, because these do not count for an address. @returns a request that orders one place for it
 */
export async function prepareOrder(world: World, n: number) {
  const signedIn = STAFF.get(world) ?? world.signIn('ines')
  STAFF.set(world, signedIn)
  const submit = buildPlainSubmit(n + 1, 'una nota', { template: SALE.id, version: SALE.version })
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
  await world.ask('POST', '/api/sync/push', { cookie: await signedIn, body })
  const payer = { fullName: 'Ana Paz', dni: `${30_000_000 + n}`, phone: '', email: 'ana@relevo.example' }
  const { answer, id: proof } = submit
  return { answer, proof, purchase: { zone: 7, quanty: 1 }, payer, shown: 5_000 }
}

/** Bytes that a request stores, and its reply. */
export async function countedBytes(world: World, ask: () => Promise<Response>): Promise<number> {
  let kept = 0
  const { store } = world
  const commit: typeof store.commit = (unit) =>
    COMMIT.call(store, {
      keysFor: unit.keysFor,
      decide: (found) => {
        const decision = unit.decide(found)
        kept += JSON.stringify(decision.writes).length
        return decision
      },
    }) as never
  const COMMIT = store.commit
  store.commit = commit
  const response = await ask()
  return kept + (await response.arrayBuffer()).byteLength
}

/**
 * Stores as many answers as the next sender is offered, each with the longest option and state, in letters of three
 * bytes.
 */
export async function fiveNearby(world: World): Promise<void> {
  const opciones = [{ orden: 0, texto: 'あ'.repeat(MAX_CELL_LENGTH) }]
  const form = buildPlainTemplate(
    { id: templateIdSchema.parse('farolas') },
    {
      opcionales: { publico: true, geolocalizacion: true, offersNearby: true },
      estados: { disponibles: [{ id: 0, nombre: 'あ'.repeat(255), transiciones: [] }], inicial: 0 },
      secciones: [section(0, [question(0, { tipoPregunta: QUESTION_TYPE.RADIO, required: true, opciones })])],
    },
  )
  await publish(world, form)
  const mutations = Array.from({ length: MAX_NEARBY_ANSWERS }, (_, n) =>
    buildPlainSubmit(100 + n, '', {
      author: 'public',
      template: form.id,
      header: { signatures: [], location: { direccion: '', latlng: { latitude: -31.42, longitude: -64.18 } } },
      content: { values: { '0/0': { chosen: [0] } }, conditions: {}, rows: {} },
    }),
  )
  await world.ask('POST', '/api/sync/push', { body: { protocol: 1, device: DEVICE, account: 'public', mutations } })
}
