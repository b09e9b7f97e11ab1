import { can, type Actor } from '../access/index.ts'
import { chargeSchema, type Promotion } from '../tickets/documents/sale.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import { isEmptyDiscountCode } from '../kernel/comparable.ts'

type Prices = Pick<FormTemplate, 'charge' | 'ticketSale'>

/**
 * Prices of a form without the discounts that only some payers get, so that readers do not learn codes or ID numbers.
 */
export function dropRestrictedDiscounts({ charge, ticketSale }: Prices): Prices {
  return {
    ...(charge === undefined ? {} : { charge: { ...charge, discounts: charge.discounts.filter(isOpen) } }),
    ...(ticketSale === undefined
      ? {}
      : { ticketSale: { ...ticketSale, promotions: ticketSale.promotions.filter(isOpen) } }),
  }
}

/** Prices as sent to users who answer. `withCodes` makes screens ask for a code, which only the server can check. */
export function hideDiscountCodes(form: Prices): Prices {
  const all = [...(form.charge?.discounts ?? []), ...(form.ticketSale?.promotions ?? [])]
  const withCodes = all.some(({ code }) => !isEmptyDiscountCode(code))
  const open = dropRestrictedDiscounts(form)
  const charge = open.charge ?? (withCodes ? chargeSchema.parse({}) : undefined)
  return { ...open, ...(charge === undefined ? {} : { charge: { ...charge, withCodes } }) }
}

/**
 * Returns a form version for its reader: complete for users who may edit the form, otherwise without restricted
 * discounts.
 * @param now current version of the form, which determines who may edit it
 */
export function toFormForReader(actor: Actor, form: FormTemplate, now: FormTemplate = form): FormTemplate {
  return can(actor, 'update', { kind: 'formulario', document: now }) ? form : { ...form, ...hideDiscountCodes(form) }
}

function isOpen({ code, dni }: Promotion): boolean {
  return code === undefined && dni === undefined
}
