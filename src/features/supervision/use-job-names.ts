import { useLingui } from '@lingui/react/macro'
import type { JobKind } from '#domain/jobs/index.ts'

/** Names of the kinds of tasks; e-mail tasks are named by their template. */
export function useJobNames(): Readonly<Record<JobKind, string>> & Readonly<Record<string, string | undefined>> {
  const { t } = useLingui()
  return {
    'incident.create': t`Create the incident of an answer`,
    'citizen.check': t`Look up the citizen of an answer`,
    'location.resolve': t`Find the address of a location`,
    'mail.send': t`Send an e-mail`,
    'copy.send': t`Send a copy of an answer by e-mail`,
    'citizen.message': t`Send a correction request to a citizen`,
    'citizen.state': t`Send the state of an answer to the citizen portal`,
    'citizen.mail': t`E-mail a citizen the state of an answer`,
    'webhook.send': t`Notify another system about an answer`,
    'payment.watch': t`Check the status of a payment`,
    'payment.refund': t`Refund payment`,
    'payment.receipt': t`Assign a receipt number`,
    'payment.tickets': t`Generate the tickets of an order`,
    'event.moved': t`Notify ticket holders of a new date or place`,
    'event.cancelled': t`Refund the orders of a cancelled event`,
    'area.rename': t`Update the area name in forms`,
    'municipality.rename': t`Update the municipality name in forms`,
  }
}
