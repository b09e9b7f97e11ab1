import { can, type Actor } from '../access/index.ts'
import { chargeSchema, type Promotion } from '../tickets/documents/sale.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import { isEmptyCode } from '../kernel/comparable.ts'

type Prices = Pick<FormTemplate, 'charge' | 'ticketSale'>

/** What a form costs without reductions for some payers only: a reader would learn the code, and others' ID numbers. */
export function withoutClosed({ charge, ticketSale }: Prices): Prices {
  return {
    ...(charge === undefined ? {} : { charge: { ...charge, discounts: charge.discounts.filter(isOpen) } }),
    ...(ticketSale === undefined
      ? {}
      : { ticketSale: { ...ticketSale, promotions: ticketSale.promotions.filter(isOpen) } }),
  }
}

/** The same for those who answer: `withCodes` of the charge has payers asked for a code; the server knows the codes. */
export function openPricesOf(form: Prices): Prices {
  const all = [...(form.charge?.discounts ?? []), ...(form.ticketSale?.promotions ?? [])]
  const withCodes = all.some(({ code }) => !isEmptyCode(code))
  const open = withoutClosed(form)
  const charge = open.charge ?? (withCodes ? chargeSchema.parse({}) : undefined)
  return { ...open, ...(charge === undefined ? {} : { charge: { ...charge, withCodes } }) }
}

/**
 * A form, or a version of it, as its reader gets it: whole for those who may change it, else without closed reductions.
 * @param now the form as it is now, which says who may change it
 */
export function formAsRead(actor: Actor, form: FormTemplate, now: FormTemplate = form): FormTemplate {
  return can(actor, 'update', { kind: 'formulario', document: now }) ? form : { ...form, ...openPricesOf(form) }
}

function isOpen({ code, dni }: Promotion): boolean {
  return code === undefined && dni === undefined
}
