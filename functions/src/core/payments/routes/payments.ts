import { actorOfUser, can, municipalitiesOf, type Action } from '#domain/access/index.ts'
import { takePaymentWebhook, type PaymentOrder, buildLedger, countPlacesLeft } from '#domain/payments/index.ts'
import type { Zone } from '#domain/tickets/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { setPaymentAccountUnit, refundUnit, type StepContext, validateOrderUnit } from '#domain/payments/judge/index.ts'
import { logActionUnit, withAudit, type LoggedAction } from '#domain/audit/index.ts'
import { ok, refuse, toInstant, type AnswerId, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { findAnswer } from '../../answers/find-answer.ts'
import type { Requester, Core } from '../../context.ts'
import { readBodyBytes } from '../../http/body.ts'
import { NO_STORE_HEADERS } from '../../http/security-headers.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { findSupportedJobs } from '../../jobs/handlers.ts'
import { createAddressRateLimit } from '../../limits/by-address.ts'
import { countDiscountCodeAttempt, countPdfRequest, buildOrderLimits } from '../../limits/order-limits.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import { checkPaymentAccountNotInUse } from '../account.ts'
import { closeDaysUpTo, buildClosingReport } from '../close-days.ts'
import { exportReceiptsOfDay } from '../closing.ts'
import { markLiveSales, readSaleMode } from '../live-sales.ts'
import { pollAllAttempts } from '../poll-orders.ts'
import { buildProviderCallbackUrls, withCurrency } from '../money.ts'
import { createOrderWithPaymentPage, recordDeskPayment } from '../pay.ts'
import { exportMunicipalityOrders, listMunicipalityOrders, readCashierName } from '../list-orders.ts'
import { findOrder, findPaidOrderNumber, mayPayForAnswer, readPayerOrderWithReceipt } from '../payer/find-order.ts'
import { renderReceiptPdf } from '../receipt-pdf.ts'
import { pollOpenAttempt, SERVER_FAULT_CODES, handleWebhook } from '../webhook.ts'
import { buildPdfResponse } from '../../exports/serve-pdf.ts'
import { findOpenForm, isOpenToCitizens } from '../../pages/find-public-form.ts'
import type { PublicPagesRateLimit } from '../../pages/routes/public.ts'

/** Rate limit of refused webhooks per address: 60 at once, then one per second. Accepted webhooks are not counted. */
const FORGED_SIGNATURE_LIMIT = { burst: 60, interval: 1_000 }
/** Rate limit of a user's calls to a provider: 10 at once, then one in six seconds. */
const POLL_RATE_LIMIT = { burst: 10, interval: 6_000 }
/** Rate limit of a user's sums of money: 30 at once, then one in two seconds. */
const CLOSING_RATE_LIMIT = { burst: 30, interval: 2_000 }
/** Handlers for payments: payers, providers' webhooks, and staff. */
export function createPaymentHandlers(core: Core, pace: PublicPagesRateLimit) {
  const { ports } = core
  const { store, clock, connectors = {} } = ports
  const forged = createAddressRateLimit(clock, FORGED_SIGNATURE_LIMIT)
  const looks = createMemoryRateLimit(clock, POLL_RATE_LIMIT.burst, POLL_RATE_LIMIT.interval)
  const sums = createMemoryRateLimit(clock, CLOSING_RATE_LIMIT.burst, CLOSING_RATE_LIMIT.interval)
  const stepContext = (): StepContext => ({ now: toInstant(clock()), effects: findSupportedJobs(connectors) })

  const readOrder = (id: AnswerId, orderId: string): Promise<PaymentOrder | undefined> => findOrder(store, id, orderId)
  const shown = async (order: PaymentOrder) => ok(await readPayerOrderWithReceipt(store, order))

  async function seen(order: PaymentOrder) {
    const { attempts: _, code: __, ...rest } = order
    const places = [
      undefined,
      ...order.facts.filter(({ kind }) => kind === 'refunded').map(({ reference }) => reference),
    ]
    const documents = await store.getMany(places.map((refund) => keys.receiptOfOrder(order.id, refund)))
    const receipts = places.flatMap((refund) => documents.get(keys.receiptOfOrder(order.id, refund)) ?? [])
    const cashier = await readCashierName(store, order)
    return ok({ order: rest, ledger: buildLedger(order), receipts, ...(cashier === undefined ? {} : { cashier }) })
  }

  /** The answer, if the user may act on its payment. Refuses with answer.missing and access.forbidden. */
  async function answerFor(user: User, id: AnswerId, action: Action): Promise<Result<Answer>> {
    const answer = await findAnswer(store, user, id)
    if (!answer.ok) return answer
    const may = can(actorOfUser(user), action, { kind: 'pago', document: answer.value })
    return may ? answer : refuse('access.forbidden')
  }

  function act(
    action: LoggedAction['action'],
    answer: Answer,
    { user, address }: Requester,
    details: LoggedAction['details'] = {},
  ): LoggedAction {
    const municipality = municipalityOfDocument(answer)
    return { action, target: keys.paymentOrder(answer.id), by: user, from: address, municipality, details }
  }

  async function readConnectedAccount(user: User, municipality: MunicipalityPath) {
    const place = await store.get(keys.municipality(municipality))
    const reaches = user.roles[0] === 'ROLE_ADMIN' || municipalitiesOf(actorOfUser(user)).includes(municipality)
    return place === undefined || !reaches ? refuse('place.missing') : ok(place)
  }

  async function readShownAccount(municipality: MunicipalityPath) {
    const account = await store.get(keys.paymentAccount(municipality))
    const home = connectors.home?.() ?? ''
    const buildWebhookUrl = (provider: string) =>
      buildProviderCallbackUrls(home, { municipality } as PaymentOrder, provider).notify
    const { provider, mode, webhookSecrets, at } = account ?? {}
    return ok({
      account:
        provider === undefined || mode === undefined || at === undefined
          ? null
          : { provider, mode, secrets: webhookSecrets?.length ?? 0, at },
      webhooks: { stripe: buildWebhookUrl('stripe'), 'mercado-pago': buildWebhookUrl('mercado-pago') },
    })
  }

  return {
    async createOrder({ request, body, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      if (!(await mayPayForAnswer(store, body, toInstant(clock())))) return refuse('payment.missing')
      const answer = await store.get(keys.answer(body.answer))
      if (answer === undefined) return refuse('payment.missing')
      const known = (await store.get(keys.paymentOrder(body.answer)))?.code
      const result = await countDiscountCodeAttempt(
        core,
        { form: answer.idPlantilla, code: body.code, known },
        address,
        request,
      )
      if (!result.ok) return result
      const limits = await buildOrderLimits(core, address, body.payer.email)
      const ordered = await createOrderWithPaymentPage({ ports, connectors, stepContext: stepContext() }, body, limits)
      if (ordered.ok || ordered.problem.code !== 'payment.code-unknown') await result.value.giveBack()
      return ordered
    },

    async readPlacesLeft({ params: { id }, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      const result = await findOpenForm(store, id, isOpenToCitizens)
      if (!result.ok) return result
      const { opcionales, ticketSale } = result.value.template
      const zones = opcionales.addPaymentGateway ? (ticketSale?.zones ?? []) : []
      const mode = await readSaleMode(store, result.value.template)
      const stock = await store.getMany(zones.map((zone) => keys.zoneStock(id, zone.id, mode)))
      const read = (zone: Zone) => countPlacesLeft(zone, stock.get(keys.zoneStock(id, zone.id, mode)))
      return ok({ zones: zones.map((zone) => ({ id: zone.id, left: read(zone) })) })
    },

    async readOwnPayment({ body, address }) {
      const limitResult = pace(address)
      return limitResult.ok ? findPaidOrderNumber(store, body, toInstant(clock())) : limitResult
    },

    async readPayment({ params, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      const order = await readOrder(params.id, params.orderId)
      return order === undefined ? refuse('payment.missing') : shown(order)
    },

    async lookPayment({ params, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      const order = await readOrder(params.id, params.orderId)
      if (order === undefined) return refuse('payment.missing')
      // If the provider cannot be reached, the reconciliation job asks it later.
      return shown(await pollOpenAttempt(ports, connectors, order, stepContext()))
    },

    async readReceipt({ params, query, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      const order = await readOrder(params.id, params.orderId)
      if (order === undefined) return refuse('payment.missing')
      const result = await countPdfRequest(core, address)
      if (!result.ok) return result
      const pdf = await renderReceiptPdf(ports, order, query.refund)
      return pdf.ok ? buildPdfResponse(pdf.value) : pdf
    },

    async takePaymentWebhook({ request, params: { provider }, query: { municipality }, address }) {
      const limitResult = forged(address, 'looks')
      if (!limitResult.ok) return limitResult
      const read = () => readBodyBytes(core, request, takePaymentWebhook.maxBytes)
      const takenResult = await handleWebhook(
        ports,
        connectors,
        { provider, municipality, request, read },
        stepContext(),
      )
      if (takenResult.ok) return Response.json({ received: true }, { headers: NO_STORE_HEADERS })
      if (SERVER_FAULT_CODES.has(takenResult.problem.code)) return takenResult
      const result = forged(address)
      return result.ok ? takenResult : result
    },

    async readAnswerPayment({ user, params }) {
      const answer = await findAnswer(store, user, params.id)
      if (!answer.ok) return answer
      const order = await store.get(keys.paymentOrder(answer.value.id))
      if (order !== undefined) return seen(order)
      const { idPlantilla, areas } = answer.value
      return refuse('payment.missing', { mode: await readSaleMode(store, { id: idPlantilla, areas }) })
    },

    async recordPayment({ user, params, body, address }) {
      const answer = await answerFor(user, params.id, 'create')
      if (!answer.ok) return answer
      const step = stepContext()
      const { amount, method, oldPrice } = body
      const priceVersion = oldPrice === true ? { priceVersion: answer.value.templateVersion } : {}
      const details = { amount, ...(method === undefined ? {} : { method }), ...priceVersion }
      const noted = withCurrency(act('payment.recorded', answer.value, { user, address }, details))
      const paying = { ports, connectors, stepContext: step }
      const record = { answer: answer.value.id, wish: body, cashier: user.id }
      const result = await recordDeskPayment(paying, record, (unit) => withAudit(unit, noted, step.now))
      return result.ok ? seen(result.value) : result
    },

    async askPayment({ user, params, address }) {
      const answer = await answerFor(user, params.id, 'create')
      if (!answer.ok) return answer
      const order = await store.get(keys.paymentOrder(answer.value.id))
      if (order === undefined) return refuse('payment.missing')
      const limitResult = looks(user.id)
      if (!limitResult.ok) return limitResult
      const result = await pollAllAttempts(ports, connectors, order, findSupportedJobs(connectors))
      await store.commit(logActionUnit(act('payment.asked', answer.value, { user, address }), toInstant(clock())))
      return result.ok ? seen(result.value) : result
    },

    async validatePayment({ user, params, address }) {
      const answer = await answerFor(user, params.id, 'create')
      if (!answer.ok) return answer
      const step = stepContext()
      const noted = act('payment.validated', answer.value, { user, address })
      const result = await store.commit(withAudit(validateOrderUnit(answer.value.id, user.id, step), noted, step.now))
      return result.ok ? seen(result.value) : result
    },

    async refundPayment({ user, params, body, address }) {
      const answer = await answerFor(user, params.id, 'refund')
      if (!answer.ok) return answer
      const step = stepContext()
      const noted = withCurrency(act('payment.refunded', answer.value, { user, address }, { amount: body.amount }))
      const result = await store.commit(withAudit(refundUnit(answer.value.id, body, user.id, step), noted, step.now))
      return result.ok ? seen(result.value) : result
    },

    async listOrders({ user, query }) {
      const place = await readConnectedAccount(user, query.municipality)
      return place.ok ? ok(await listMunicipalityOrders(store, { user, place: place.value }, query)) : place
    },

    async exportOrders({ user, body: { sought }, address }) {
      const place = await readConnectedAccount(user, sought.municipality)
      return place.ok ? ok(await exportMunicipalityOrders(ports, { user, address, place: place.value }, sought)) : place
    },

    async exportReceipts({ user, body: { municipality, day }, address }) {
      const place = await readConnectedAccount(user, municipality)
      return place.ok ? ok(await exportReceiptsOfDay(ports, { user, address, place: place.value }, day)) : place
    },

    async readClosings({ user, query: { municipality, ...period } }) {
      const place = await readConnectedAccount(user, municipality)
      if (!place.ok) return place
      const limitResult = sums(user.id)
      return limitResult.ok ? ok(await buildClosingReport(ports, { user, place: place.value }, period)) : limitResult
    },

    async closeDay({ user, body: { municipality, day }, address }) {
      const place = await readConnectedAccount(user, municipality)
      if (!place.ok) return place
      const limitResult = sums(user.id)
      return limitResult.ok ? closeDaysUpTo(ports, { user, address, place: place.value }, day) : limitResult
    },

    async readPaymentAccount({ user, query }) {
      const place = await readConnectedAccount(user, query.municipality)
      return place.ok ? readShownAccount(query.municipality) : place
    },

    async connectPaymentAccount({ user, query, body, address }) {
      const { municipality } = query
      const place = await readConnectedAccount(user, municipality)
      if (!place.ok) return place
      const now = toInstant(clock())
      const account = { ...body, by: user.id, at: now }
      const free = await checkPaymentAccountNotInUse(store, connectors, municipality, account)
      if (!free.ok) return free
      const noted = {
        action: 'payment.connected',
        target: keys.paymentAccount(municipality),
        by: user,
        from: address,
        municipality,
        details: { provider: body.provider, mode: body.mode },
      } as const
      if (account.mode === 'test') await markLiveSales(store, municipality)
      await store.commit(withAudit(setPaymentAccountUnit(municipality, account), noted, now))
      return readShownAccount(municipality)
    },
  } satisfies PartialHandlers
}
