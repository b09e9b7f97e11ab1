import type { Mutant } from './mutants.ts'

const LANES = 'functions/src/embedded/job-lanes.test.ts'
const STEP_UP = 'functions/src/core/sessions/routes/step-up.test.ts'
const LAST_PLACES = 'tests/contract/last-places.test.ts'
const BRING_BACK = 'src/sync/bring-back.test.ts'
const LACKING = 'functions/src/core/sync/routes/lacking.test.ts'
const REAL_BACKUP = 'functions/src/embedded/restore/real-backup.test.ts'

/**
 * Bugs that no world reaches (an hour of a system's silence, a stolen session): each is caught by a test of its own.
 */
export const MUTANTS_BY_TEST: readonly Mutant[] = [
  {
    name: 'what comes back is sent after later work on the same answer',
    file: 'src/local/return-sent.ts',
    find: 'await database.outbox.put({ order, ...toOutboxColumns(createOutboxEntry(mutation, mutation.clock)) })',
    replace: 'await database.outbox.add(toOutboxColumns(createOutboxEntry(mutation, mutation.clock)))\n  void order',
    test: BRING_BACK,
  },
  {
    name: 'what was deleted since a backup comes back',
    file: 'functions/src/core/sync/ended.ts',
    find: 'if (decision.writes.length === 0 || !isDeletionLost(ports, answer, documents)) return decision',
    replace: 'return decision',
    test: LACKING,
  },
  {
    name: 'an answer that may have been paid comes back unpaid',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: "const doubt: Problem | null = mayBePaid ? { code: 'answer.may-be-paid' } : null",
    replace: 'const doubt: Problem | null = null\n  void mayBePaid',
    test: LACKING,
  },
  {
    name: 'a system that is down is asked on and on',
    file: 'functions/src/core/jobs/run-due.ts',
    find: 'if (computeRemainingPause(state) > 0) return 0',
    replace: '',
    test: LANES,
  },
  {
    name: 'a system that stays down is asked every half minute',
    file: 'functions/src/core/jobs/run-due.ts',
    find: 'Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE, state.pause * 2))',
    replace: 'FIRST_PAUSE',
    test: LANES,
  },
  {
    name: 'one lane waits for the others',
    file: 'functions/src/core/jobs/run-due.ts',
    find: 'const looks = await Promise.all( listRunnableJobKinds(ports.connectors).map((kind) => runLane(ports, kind, now, { breakers, tuning })), )',
    replace:
      'const looks: LaneResult[] = []\n  for (const kind of listRunnableJobKinds(ports.connectors)) looks.push(await runLane(ports, kind, now, { breakers, tuning }))',
    test: LANES,
  },
  {
    name: 'what waits for a system that is down hides what waits for others',
    file: 'functions/src/core/jobs/run-due.ts',
    find: 'if (behind.length > 0) await store.commit(postponeJobsUnit(behind.map(postponeAfterPause)))',
    replace: '',
    test: LANES,
  },
  {
    name: 'a message that is over counts against its receiver',
    file: 'functions/src/core/jobs/run-due.ts',
    find: "if (outcome.system !== undefined) return outcome.system === 'down' ? false : undefined",
    replace: '',
    test: LANES,
  },
  {
    name: 'nobody is asked again who they are',
    file: 'functions/src/core/endpoints/serve.ts',
    find: 'endpoint.confirms === true ? requireRecentConfirmation(core, (still.value as StaffSession).live) : ok(true)',
    replace: 'ok(true)',
    test: STEP_UP,
  },
  {
    name: 'a token is made without asking who it is',
    file: 'src/domain/integrations/api/integrations.ts',
    find: "export const createToken = { ...integrationsEndpoint, confirms: true, method: 'POST',",
    replace: "export const createToken = {\n  ...integrationsEndpoint,\n  method: 'POST',",
    test: STEP_UP,
  },
  {
    name: 'a supervisor’s word is about whoever is in the answer by then',
    file: 'src/domain/answers/judge/settle-citizen.ts',
    find: 'citizen !== undefined && hasSameNumber(citizen, seen) && isSameCitizen(citizen, seen)',
    replace: 'citizen !== undefined',
    test: 'src/domain/answers/judge/settle-citizen.test.ts',
  },
  {
    name: 'statistics in documents keep what an answer said before',
    file: 'functions/src/core/counting/apply-changes.ts',
    find: 'clearSlot(parts, slot)',
    replace: 'if (slot > 0) clearSlot(parts, slot)',
    test: 'functions/src/core/counting/stored-aggregates.test.ts',
  },
  {
    name: 'a count that others write into meanwhile is of two moments',
    file: 'functions/src/embedded/sqlite/statistics/aggregates.ts',
    find: 'if (!this.#tables.isStill(form, edition)) continue again\n        began = now()',
    replace: 'began = now()',
    test: 'functions/src/embedded/sqlite/statistics/aggregates.test.ts',
  },
  {
    name: 'the stock is not held by the commit that takes of it',
    file: 'src/domain/payments/judge/step.ts',
    find: 'const { taken, sold } = documents.get(keys.zoneStock(order.form, order.zone, order.mode)) ?? EMPTY_STOCK',
    replace: 'const { taken, sold } = EMPTY_STOCK',
    test: LAST_PLACES,
  },
  {
    name: 'the cloud looks at the stock beside its transaction',
    file: 'functions/src/firebase/firestore/group-commit.ts',
    find: 'const getAll: GetAll = (...references) => transaction.getAll(...references)',
    replace: 'const getAll: GetAll = (...references) => this.#firestore.getAll(...references)',
    test: LAST_PLACES,
  },
  {
    name: 'an effect is owed again when the same is heard again',
    file: 'src/domain/payments/effects.ts',
    find: 'const owed = new Set(before === undefined ? [] : findWantedEffects(before).map(({ key }) => key))',
    replace: 'const owed = new Set<string>()',
    test: 'src/domain/payments/settle.test.ts',
  },
  {
    name: 'a refund voids a used ticket while an unused one stays valid',
    file: 'src/domain/payments/places.ts',
    find: 'valid.filter((place) => !used.has(place))',
    replace: 'valid.filter(() => true)',
    test: 'src/domain/tickets/judge/tickets.test.ts',
  },
  {
    name: 'a refund voids a ticket for a price that was given back with another',
    file: 'src/domain/payments/places.ts',
    find: 'Math.max(given.length, countRefundedPlaces({ ...after, facts: was }))',
    replace: 'countRefundedPlaces({ ...after, facts: was })',
    test: 'src/domain/payments/places.test.ts',
  },
  {
    name: 'an order loses its reduction before its price expires',
    file: 'src/domain/payments/price-by-version.ts',
    find: '(order?.priced?.at ?? now)',
    replace: 'now',
    test: 'src/domain/payments/judge/current-price.test.ts',
  },
  {
    name: 'an ordered answer costs more after its discount code expired',
    file: 'src/domain/answers/judge/price-of-change.ts',
    find: 'order === undefined ? now : findPricingTime(order)',
    replace: 'now',
    test: 'src/domain/answers/judge/price-of-change.test.ts',
  },
  {
    name: 'a sale of an earlier release is a test once a test account is connected',
    file: 'functions/src/core/payments/live-sales.ts',
    find: "if (mode === 'live') live.add(form)",
    replace: '',
    test: 'functions/src/sandbox/payments-account.test.ts',
  },
  {
    name: 'a restored backup switches deactivated users on again',
    file: 'functions/src/embedded/restore/journal.ts',
    find: 'usuarios: GRANT_RULES.users,',
    replace: "usuarios: 'content',",
    test: REAL_BACKUP,
  },
  {
    name: 'a restored backup revives links of doors',
    file: 'functions/src/embedded/restore/journal.ts',
    find: 'puertas: GRANT_RULES.doorLinks,',
    replace: "puertas: 'content',",
    test: REAL_BACKUP,
  },
  {
    name: 'a restored backup puts a cancelled event on sale again',
    file: 'functions/src/embedded/restore/journal.ts',
    find: 'formularios: GRANT_RULES.events,',
    replace: "formularios: 'content',",
    test: 'functions/src/embedded/restore/end-grants.test.ts',
  },
]
