import type { PaymentAccount, PaymentMode, PaymentOrder } from '../documents/order.ts'
import { replacePaymentAccount } from '../accounts.ts'
import { ok, type MunicipalityPath, type Result, type TemplateId } from '../../kernel/index.ts'
import { keys, set, unitForKeys, type FoundDocuments, type Key, type Unit, type Write } from '../../store/index.ts'

type Sale = { readonly form: TemplateId; readonly municipality: MunicipalityPath }

export function listSaleModeKeys({ form, municipality }: Sale): readonly Key[] {
  return [keys.liveSale(form), keys.paymentAccount(municipality)]
}

/**
 * Returns the mode of a sale, which applies to its orders (also at the desk), tickets and doors:
 *
 * | has a live order | account | mode |
 * |---|---|---|
 * | yes | any or none | live |
 * | no | test | test |
 * | no | live or none | live |
 *
 * A sale that was tried with a test account can become live, but a live sale never becomes a test.
 */
export function findSaleMode(documents: Pick<FoundDocuments, 'get'>, { form, municipality }: Sale): PaymentMode {
  if (documents.get(keys.liveSale(form)) !== undefined) return 'live'
  return documents.get(keys.paymentAccount(municipality))?.mode ?? 'live'
}

/** Marks a sale as live permanently at its first live order. */
export function saleModeWrites(
  { form, mode }: Pick<PaymentOrder, 'form' | 'mode'>,
  documents: FoundDocuments,
): readonly Write[] {
  const key = keys.liveSale(form)
  return mode === 'live' && documents.get(key) === undefined ? [set(key, { count: 1 })] : []
}

/** Marks a sale as live if earlier releases, which did not mark sales, stored live orders for it. */
export function markSaleLiveUnit(form: TemplateId): Unit<void> {
  return unitForKeys<void>([keys.liveSale(form)], (documents) => ({
    result: undefined,
    writes: saleModeWrites({ form, mode: 'live' }, documents),
  }))
}

/**
 * Connects an account to a municipality. The former account is kept for refunds of its payments. The caller checks
 * permission and open payments.
 */
export function setPaymentAccountUnit(
  municipality: MunicipalityPath,
  account: PaymentAccount,
): Unit<Result<PaymentAccount>> {
  const key = keys.paymentAccount(municipality)
  return {
    keysFor: () => [key],
    decide: (documents) => {
      const next = replacePaymentAccount(documents.get(key), account)
      return { result: ok(next), writes: [set(key, next)] }
    },
  }
}
