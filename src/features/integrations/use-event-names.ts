import { useLingui } from '@lingui/react/macro'
import type { Delivery, WebhookTry } from '#domain/integrations/index.ts'

/** Description of each webhook event. */
export function useWebhookEventNames(): Readonly<Record<Delivery['event'], string>> {
  const { t } = useLingui()
  return {
    'answer.created': t`An answer was received or restored`,
    'answer.corrected': t`An answer was completed or edited, or a citizen corrected it`,
    'answer.state-changed': t`An answer changed state`,
    'answer.deleted': t`An answer was deleted`,
    'webhook.test': t`Test`,
  }
}

/** Reason of a failed delivery. */
export function useDeliveryFailureNames(): Readonly<Record<NonNullable<WebhookTry['failure']>, string>> {
  const { t } = useLingui()
  return {
    'address-refused': t`The address is not public, or not over https`,
    unreachable: t`The address could not be reached`,
    'too-slow': t`No reply within 10 seconds`,
    status: t`The other system returned an error`,
    'switched-off': t`The webhook was off`,
  }
}
