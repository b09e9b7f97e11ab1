import {
  chargeSchema,
  ticketSaleSchema,
  promotionSchema,
  zoneSchema,
  type Charge,
  type Promotion,
  type TicketSale,
  type Zone,
} from '../../tickets/documents/sale.ts'
import type { Currency } from '../../payments/currency.ts'
import type { EditorForm } from '../form/editor-form.ts'
import { applyPatch } from '../form/lists.ts'

type Paid = Pick<EditorForm, 'charge' | 'ticketSale'>
export type ChargePatch = Partial<Omit<Charge, 'currency' | 'discounts'>>
export type SalePatch = Partial<Omit<TicketSale, 'currency' | 'zones' | 'promotions'>>
export type ZonePatch = Partial<Omit<Zone, 'id'>>
export type PromotionPatch = Partial<Promotion>
/** Part of the form that may have discounts: the charge, or the ticket sale. */
export type DiscountedPart = 'charge' | 'ticketSale'

/** Returns the form's charge, or the default. */
export function getCharge({ charge }: Paid): Charge {
  return charge ?? chargeSchema.parse({})
}

export function updateCharge(form: EditorForm, patch: ChargePatch): EditorForm {
  return applyPatch(form, { charge: applyPatch(getCharge(form), patch) })
}

/** Sets the currency of the whole form. */
export function setCurrency(form: EditorForm, currency: Currency): EditorForm {
  const { ticketSale } = form
  return applyPatch(form, {
    charge: applyPatch(getCharge(form), { currency }),
    ...(ticketSale === undefined ? {} : { ticketSale: applyPatch(ticketSale, { currency }) }),
  })
}

/** Starts a ticket sale with one empty zone, or removes the sale. */
export function setSale(form: EditorForm, on: boolean, key: string): EditorForm {
  if (on === (form.ticketSale !== undefined)) return form
  const charge = getCharge(form)
  const currency = form.ticketSale?.currency ?? charge.currency
  if (!on) return applyPatch(form, { ticketSale: undefined, charge: applyPatch(charge, { currency }) })
  const ticketSale = ticketSaleSchema.parse({
    productType: 'event',
    zones: [],
    currency: currency ?? { sign: '', name: '' },
  })
  return addZone({ ...form, ticketSale }, key)
}

/** Edits the sale. Removes date and place if goods are sold. */
export function updateSale(form: EditorForm, patch: SalePatch): EditorForm {
  if (form.ticketSale === undefined) return form
  const sale = applyPatch(form.ticketSale, patch)
  const isEvent = sale.productType === 'event'
  const ticketSale = isEvent
    ? sale
    : applyPatch(sale, { eventDate: undefined, eventEnd: undefined, address: undefined })
  return applyPatch(form, { ticketSale })
}

/**
 * Adds a zone. @param key globally unique key; the zone's id is derived from it, because sales are counted by that id
 */
export function addZone(form: EditorForm, key: string): EditorForm {
  return withZones(form, (zones) => [
    ...zones,
    zoneSchema.parse({ id: findFreeId(key, zones), name: '', price: 0, maxQuantity: 0 }),
  ])
}

export function updateZone(form: EditorForm, id: number, patch: ZonePatch): EditorForm {
  return withZones(form, (zones) => {
    const index = zones.findIndex((zone) => zone.id === id)
    const before = zones[index]
    return before === undefined ? zones : replaceAt(zones, index, applyPatch(before, patch))
  })
}

export function removeZone(form: EditorForm, id: number): EditorForm {
  return withZones(form, (zones) =>
    zones.some((zone) => zone.id === id) ? zones.filter((zone) => zone.id !== id) : zones,
  )
}

export function listPartPromotions(form: Paid, block: DiscountedPart): readonly Promotion[] {
  return (block === 'charge' ? form.charge?.discounts : form.ticketSale?.promotions) ?? []
}

export function addPromotion(form: EditorForm, block: DiscountedPart): EditorForm {
  return withPromotions(form, block, (all) => [...all, promotionSchema.parse({ name: '' })])
}

export function updatePromotion(
  form: EditorForm,
  block: DiscountedPart,
  index: number,
  patch: PromotionPatch,
): EditorForm {
  return withPromotions(form, block, (all) => {
    const before = all[index]
    return before === undefined ? all : replaceAt(all, index, applyPatch(before, patch))
  })
}

export function removePromotion(form: EditorForm, block: DiscountedPart, index: number): EditorForm {
  return withPromotions(form, block, (all) => (index in all ? all.toSpliced(index, 1) : all))
}

function withPromotions(
  form: EditorForm,
  block: DiscountedPart,
  edit: (all: readonly Promotion[]) => readonly Promotion[],
): EditorForm {
  const promotions = edit(listPartPromotions(form, block))
  if (block === 'charge') return applyPatch(form, { charge: applyPatch(getCharge(form), { discounts: promotions }) })
  const { ticketSale } = form
  return ticketSale === undefined ? form : applyPatch(form, { ticketSale: applyPatch(ticketSale, { promotions }) })
}

function withZones(form: EditorForm, edit: (zones: readonly Zone[]) => readonly Zone[]): EditorForm {
  const { ticketSale } = form
  return ticketSale === undefined
    ? form
    : applyPatch(form, { ticketSale: applyPatch(ticketSale, { zones: edit(ticketSale.zones) }) })
}

function replaceAt<T>(list: readonly T[], index: number, element: T): readonly T[] {
  return list[index] === element ? list : list.with(index, element)
}

/** Number of possible ids of zones (`zoneSchema`). */
const IDS = 10_000

/**
 * Derives an unused id from a key. Consecutive ids would reuse the id of a deleted zone, together with its sales, or
 * give two zones that are created at the same time the same id.
 */
function findFreeId(key: string, zones: readonly Zone[]): number {
  let id = [...key].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 4_294_967_291, 7) % IDS
  while (zones.some((zone) => zone.id === id)) id = (id + 1) % IDS
  return id
}
