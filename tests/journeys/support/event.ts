import { join } from 'node:path'
import { AREAS, buildPlaceInfo } from '#embedded/demo/places.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { versionWrites } from '#domain/templates/judge/index.ts'
import { instantSchema, municipalityPathSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { STRIPE_SANDBOX } from '#sandbox/stripe.ts'
import { buildAccount, buildTicketForm } from '#tests/support/builders/paying.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { modulesOfBoxes } from '#tests/support/qr/modules.ts'
import { readQr } from '#tests/support/qr/read-qr.ts'
import { there } from '#tests/support/there.ts'
import { MUNICIPALITY } from './town.ts'

const AREA = AREAS.cordoba.desarrolloSocial
const BEGAN = instantSchema.parse('2026-01-01T12:00:00.000Z')
const ENDS = instantSchema.parse('2090-01-01T12:00:00.000Z')
/** Points from the foot of a sheet: between its two tickets. */
const MIDDLE = 430

/** It began long ago and goes on: it is sold and its doors are open whenever the journey runs. */
export const EVENT_FORM = {
  ...buildTicketForm(),
  ...buildPlaceInfo(AREA),
  id: templateIdSchema.parse('entradas-publicas'),
  titulo: 'Entradas al teatro',
  areas: [AREA],
  timeStamp: BEGAN,
}

/** The event, and the account at the sandbox's provider that takes its money, while the server is away. */
export async function plantEvent(dataDir: string): Promise<void> {
  const { key, secret } = STRIPE_SANDBOX
  const account = buildAccount({ mode: 'test', key, webhookSecrets: [secret] })
  const ticketSale = { ...there(EVENT_FORM.ticketSale), eventDate: BEGAN, eventEnd: ENDS }
  const form = { ...EVENT_FORM, ticketSale }
  const writes = [...versionWrites(form), set(keys.paymentAccount(municipalityPathSchema.parse(MUNICIPALITY)), account)]
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    await store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  } finally {
    await store.close()
  }
}

/** @param pdf one sheet with two tickets. @returns what a camera reads on each */
export function codesOnSheet(pdf: Uint8Array): readonly [string, string] {
  const boxes = there(readPdf(pdf).boxes[0])
  const codeOf = (isOn: (y: number) => boolean) => readQr(modulesOfBoxes(boxes.filter(([, y]) => isOn(y))))
  return [codeOf((y) => y > MIDDLE), codeOf((y) => y < MIDDLE)]
}
