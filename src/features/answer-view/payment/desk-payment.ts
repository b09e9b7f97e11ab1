import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { getVisibleText, type Instant } from '#domain/kernel/index.ts'
import {
  computeVersionPrice,
  currencyOf,
  findKeptPriceVersion,
  findPricingMoment,
  MAX_VOUCHER_LENGTH,
  type DeskMethod,
} from '#domain/payments/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerPayment } from './payment-card.tsx'

export type ChargedAnswer = {
  readonly answer: Answer
  /** form version that was answered */
  readonly filled: FormTemplate
  /** current form version; sets the prices, unless the order keeps the prices of `filled` or staff choose them */
  readonly current: FormTemplate
  readonly order: AnswerPayment['order'] | undefined
}

export const MAX_DESK_FIELD_LENGTHS = {
  fullName: 254,
  email: 254,
  code: 40,
  dni: 20,
  phone: 20,
  voucher: MAX_VOUCHER_LENGTH,
} as const
/** Fields that change the price. */
export const PRICED_FIELDS = ['zone', 'quanty', 'code', 'oldPrice'] as const

export type DeskFields = Readonly<
  Record<keyof typeof MAX_DESK_FIELD_LENGTHS | 'zone' | 'quanty' | 'received', string> & {
    method: DeskMethod
    usesOldPrice: boolean
  }
>

/** Initial values: from the order, else from the answer's citizen or recipient. */
export function buildInitialDeskFields({ answer, current, order }: ChargedAnswer): DeskFields {
  const { datosCiudadano, persona } = answer
  const { nombre = '', apellido = '', dni = '', cuit = '', telefono = '', email = '' } = datosCiudadano ?? {}
  const name = datosCiudadano === undefined ? (persona?.nombre ?? '') : `${nombre} ${apellido}`.trim()
  return {
    zone: String(order?.zone ?? current.ticketSale?.zones[0]?.id ?? ''),
    quanty: String(order?.quanty ?? 1),
    code: '',
    received: '',
    voucher: '',
    method: 'cash',
    usesOldPrice: false,
    fullName: order?.fullName ?? name,
    dni: order?.dni ?? (dni === '' ? cuit : dni),
    phone: order?.phone ?? telefono,
    email: order?.email ?? email,
  }
}

type Cost = ReturnType<typeof computeCost>

/** The price computed from the data on this device. If that fails, for example for a code, `problem` says why. */
export function computeCost({ answer, filled, current, order }: ChargedAnswer, typed: DeskFields, now: Instant) {
  const pricing = typed.usesOldPrice || findKeptPriceVersion(order, now) === filled.version ? filled : current
  const zones = pricing.ticketSale?.zones ?? []
  const purchase = zones.length === 0 ? undefined : { zone: Number(typed.zone), quanty: Number(typed.quanty) }
  const compute = (code: string) => {
    const priced = { content: decomposeAnswer(answer), purchase, code, citizen: answer.datosCiudadano }
    return computeVersionPrice({ filled, pricing }, priced, findPricingMoment(order, pricing, now))
  }
  const [price, plain] = [compute(typed.code), compute('')]
  return {
    zones,
    purchase,
    currency: currencyOf(pricing) ?? { sign: '', name: '' },
    total: price.ok ? price.value.total : undefined,
    problem: price.ok ? undefined : price.problem,
    /** price without the discount code, which this device may not know */
    plain: plain.ok ? plain.value.total : 0,
  }
}

/** The price when the form was answered; undefined if it is unknown or equals the current one. */
export function computePreviousCost(charged: ChargedAnswer, typed: DeskFields, now: Instant) {
  const before = computeCost(charged, { ...typed, usesOldPrice: true }, now)
  const isSame = before.total === computeCost(charged, { ...typed, usesOldPrice: false }, now).total
  return before.total === undefined || isSame ? undefined : { total: before.total, currency: before.currency }
}

export type ComputedPayment = {
  readonly cost: Cost
  readonly due: number | undefined
  readonly received: number | undefined
}

/**
 * Builds the request. If the amount due is unknown, the request contains an estimate not above the cash received. If
 * the estimate is wrong, the server replies with the amount due.
 */
export function buildDeskPayment(id: string, typed: DeskFields, { cost, due, received }: ComputedPayment) {
  const { fullName, dni, phone, email, code, method, usesOldPrice, voucher } = typed
  const amount = due ?? (received === undefined ? cost.plain : Math.min(cost.plain, received))
  return {
    id,
    payer: { fullName, dni, phone: phone.trim(), email: email.trim() },
    code,
    amount,
    ...(cost.purchase === undefined ? {} : { purchase: cost.purchase }),
    ...(usesOldPrice ? { oldPrice: usesOldPrice } : {}),
    ...(due === 0 ? {} : { method }),
    ...(due === 0 || received === undefined || received < amount ? {} : { tendered: received }),
    ...(due === 0 || method === 'cash' || getVisibleText(voucher) === '' ? {} : { voucher: voucher.trim() }),
  }
}
