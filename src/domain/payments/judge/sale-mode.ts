import type { PaymentMode, PaymentOrder } from '../documents/order.ts'
import type { MunicipalityPath, TemplateId } from '../../kernel/index.ts'
import { keys, set, unitOver, type Found, type Key, type Unit, type Write } from '../../store/index.ts'

type Sale = { readonly form: TemplateId; readonly municipality: MunicipalityPath }

export function saleKeys({ form, municipality }: Sale): readonly Key[] {
  return [keys.liveSale(form), keys.paymentAccount(municipality)]
}

/**
 * Whether a sale is live or a test: of its orders (also over the desk), of its tickets and of its doors.
 *
 * | a live order was taken before | account | the sale is |
 * |---|---|---|
 * | yes | any, none | live |
 * | no | test | test |
 * | no | live, none | live |
 *
 * So a sale that was tried with a test account can go live, and none that is live becomes a test again.
 */
export function saleModeIn(found: Pick<Found, 'get'>, { form, municipality }: Sale): PaymentMode {
  if (found.get(keys.liveSale(form)) !== undefined) return 'live'
  return found.get(keys.paymentAccount(municipality))?.mode ?? 'live'
}

/** The first live order of a sale makes it live for good. */
export function saleModeWrites({ form, mode }: Pick<PaymentOrder, 'form' | 'mode'>, found: Found): readonly Write[] {
  const key = keys.liveSale(form)
  return mode === 'live' && found.get(key) === undefined ? [set(key, { count: 1 })] : []
}

/** Marks a sale as live that has live orders of an earlier release, which left no mark. */
export function liveSaleUnit(form: TemplateId): Unit<void> {
  return unitOver<void>([keys.liveSale(form)], (found) => ({
    result: undefined,
    writes: saleModeWrites({ form, mode: 'live' }, found),
  }))
}
