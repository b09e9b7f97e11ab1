import { addCostsUnit } from '#domain/limits/judge.ts'
import type { OrderLimits } from '#domain/payments/judge/index.ts'
import { toComparableDiscountCode, ok, type Result, type TemplateId } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { hashToBucket } from './buckets.ts'
import { buildAddressRateLimits } from './by-address.ts'
import { readProofOfWork } from './proof-of-work.ts'
import { countPublicRequest, type PublicBucketLimit } from './public-pace.ts'

type LimitCore = Pick<Core, 'ports' | 'tuning'>

/**
 * Limits of an order placed without an account.
 * @param email the payer's address, which is not verified
 */
export async function buildOrderLimits(
  { tuning }: LimitCore,
  address: string | undefined,
  email: string,
): Promise<OrderLimits> {
  const places = { burst: tuning.publicPlacesBurst, interval: tuning.publicPlacesInterval }
  const emails = { burst: tuning.orderEmailsBurst, interval: tuning.orderEmailsInterval }
  return {
    held: await buildAddressRateLimits('places', address, places),
    free: await buildAddressRateLimits('places-free', address, places),
    emails: await buildAddressRateLimits('order-emails', address, emails),
    recipient: [
      {
        key: await hashToBucket('order-emails-to', email.toLowerCase()),
        burst: tuning.orderEmailsBurstPerRecipient,
        interval: tuning.orderEmailsIntervalPerRecipient,
      },
    ],
  }
}

/** A counted discount code. `giveBack` refunds the count once the code has turned out to be valid. */
export type CountedCodeAttempt = { readonly giveBack: () => Promise<void> }

const NOT_COUNTED: CountedCodeAttempt = { giveBack: async () => {} }

/**
 * Counts a discount code before it is compared, so that parallel requests cannot guess codes. Limits apply by network,
 * by form and in total. Empty codes and the order's own code are not counted. Refuses with request.too-many; a puzzle
 * helps only against the limits by form and in total.
 */
export async function countDiscountCodeAttempt(
  core: LimitCore,
  { form, code, known = '' }: { readonly form: TemplateId; readonly code: string; readonly known?: string | undefined },
  address: string | undefined,
  request: Request,
): Promise<Result<CountedCodeAttempt>> {
  const compared = toComparableDiscountCode(code)
  if (compared === '' || compared === toComparableDiscountCode(known)) return ok(NOT_COUNTED)
  const proven = address === undefined ? undefined : await readProofOfWork(core, address, request)
  const result = await countPublicRequest(core, await buildCodeRateLimits(core, form, address), { address, proven })
  if (!result.ok) return result
  const back = result.value.spent.map((measure) => ({ ...measure, cost: -measure.cost }))
  const { store, clock } = core.ports
  return ok({ giveBack: async () => void (await store.commit(addCostsUnit(back, clock()))) })
}

async function buildCodeRateLimits(
  { tuning }: LimitCore,
  form: TemplateId,
  address: string | undefined,
): Promise<readonly PublicBucketLimit[]> {
  const { discountBurst: burst, discountInterval: interval } = tuning
  const ofAddress = await buildAddressRateLimits('discounts', address, { burst, interval })
  return [
    ...ofAddress.map((measure) => ({ ...measure, hard: true }) as const),
    {
      key: await hashToBucket('discounts-form', form),
      burst: tuning.discountBurstPerForm,
      interval: tuning.discountIntervalPerForm,
      cost: 1,
    },
    {
      key: await hashToBucket('discounts-all', ''),
      burst: tuning.discountBurstInTotal,
      interval: tuning.discountIntervalInTotal,
      cost: 1,
    },
  ]
}

/**
 * Counts a PDF rendered without an account towards the rate limit of PDFs of records. Refuses with request.too-many.
 */
export async function countPdfRequest(
  { ports, tuning }: LimitCore,
  address: string | undefined,
  cost = 1,
): Promise<Result<true>> {
  const { publicPdfBurst: burst, publicPdfInterval: interval } = tuning
  const rateLimits = await buildAddressRateLimits('records-made', address, { burst, interval, cost })
  return ports.store.commit(addCostsUnit(rateLimits, ports.clock()))
}
