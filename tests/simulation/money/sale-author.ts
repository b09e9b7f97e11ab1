import { isDeepStrictEqual } from 'node:util'
import { toInstant } from '#domain/kernel/index.ts'
import { type FormTemplate, templateDraftSchema } from '#domain/templates/index.ts'
import { keys, type Write } from '#domain/store/index.ts'
import type { Desks } from '../desks.ts'
import type { Timeline } from '../timeline.ts'
import { FORMS, SALE, TREASURER } from './fair.ts'

export type Sale = NonNullable<FormTemplate['ticketSale']>

/** Delay before a publication is retried, milliseconds. */
const AGAIN_MS = 4_000

/**
 * The administrator of the sale's form, who publishes its versions through the server's own route. The laws use the
 * typed values, from the commit of the version on.
 */
export type SaleAuthor = {
  /** the sale of the published version, as typed */
  current(): Sale
  /** publishes a change of the current sale. @returns its version, once it is published */
  publish(change: (sale: Sale) => Partial<Sale>): Promise<number>
  /** cancels the event for good: later changes publish nothing. @param ask sends the request */
  cancel(ask: () => Promise<unknown>): Promise<void>
  committed(writes: readonly Write[]): void
}

const settingsOf = (sale: Sale | undefined) => [
  sale?.zones,
  sale?.promotions,
  sale?.saleFrom,
  sale?.saleUntil,
  sale?.maxPerPerson,
  sale?.cancelled === undefined,
]

const pickCancelled = (sale: Sale | undefined) => (sale?.cancelled === undefined ? {} : { cancelled: sale.cancelled })

/** @param sale the initial sale */
export function createSaleAuthor(
  timeline: Timeline,
  desks: Desks,
  sale: Sale,
  note: (violation: string) => void,
): SaleAuthor {
  const founded = FORMS.find(({ id }) => id === SALE) as FormTemplate
  let current = { ...founded, ticketSale: sale }
  let typed = current
  let turn: Promise<unknown> = Promise.resolve()

  async function put(): Promise<void> {
    const body = { base: current.version, revision: 0, draft: templateDraftSchema.parse(typed) }
    while (current.version < typed.version) {
      const reply = await desks.ask(TREASURER, 'PUT', `/api/templates/${SALE}`, body)
      if (reply?.ok === true) continue
      if (reply !== undefined && reply.status < 500 && reply.status !== 429)
        throw new Error(`The sale cannot be changed: ${await reply.text()}`)
      await new Promise<void>((resolve) => void timeline.after(AGAIN_MS, 'author', resolve))
    }
  }

  return {
    current: () => current.ticketSale,
    publish: (change) => {
      const published = turn.then(async () => {
        if (current.ticketSale.cancelled !== undefined) return current.version
        const ticketSale = { ...current.ticketSale, ...change(current.ticketSale) }
        typed = { ...current, version: current.version + 1, ticketSale }
        await put()
        return typed.version
      })
      turn = published
      return published
    },
    cancel: (ask) => {
      const cancelled = turn.then(async () => {
        const ticketSale = { ...current.ticketSale, cancelled: toInstant(timeline.now()) }
        typed = { ...current, version: current.version + 1, ticketSale }
        while (current.version < typed.version) await ask()
      })
      turn = cancelled
      return cancelled
    },
    committed: (writes) => {
      for (const write of writes) {
        if (write.key !== keys.template(SALE) || write.kind !== 'set') continue
        const { version, ticketSale } = write.document as FormTemplate
        if (version !== typed.version || !isDeepStrictEqual(settingsOf(ticketSale), settingsOf(typed.ticketSale)))
          note(`sale: version ${version} does not say what was typed`)
        current = { ...typed, ticketSale: { ...typed.ticketSale, ...pickCancelled(ticketSale) } }
      }
    },
  }
}
