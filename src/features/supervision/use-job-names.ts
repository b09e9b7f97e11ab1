import { useLingui } from '@lingui/react/macro'
import type { JobKind } from '#domain/jobs/index.ts'

/** Names of the kinds of tasks; e-mail tasks are named by their template. */
export function useJobNames(): Readonly<Record<JobKind, string>> & Readonly<Record<string, string | undefined>> {
  const { t } = useLingui()
  return {
    'incident.create': t`Create the incident of an answer`,
    'citizen.check': t`Look the citizen of an answer up`,
    'location.resolve': t`Find the address of a point`,
    'mail.send': t`Send a mail`,
    'copy.send': t`Send a copy of an answer by e-mail`,
    'citizen.message': t`Tell a citizen what to correct`,
    'citizen.state': t`Tell the citizen portal where an answer stands`,
    'citizen.mail': t`Tell a citizen by e-mail where an answer stands`,
    'webhook.send': t`Tell another system of an answer`,
    'payment.watch': t`Ask how a payment stands`,
    'payment.refund': t`Refund payment`,
    'payment.receipt': t`Give a receipt its number`,
    'payment.tickets': t`Make the tickets of an order`,
    'event.moved': t`Tell ticket holders of an event’s new date or place`,
    'area.rename': t`Give forms the new name of their area`,
    'municipality.rename': t`Give forms the new name of their municipality`,
  }
}
