import { useLingui } from '@lingui/react/macro'
import type { TableWords } from '#domain/exports/index.ts'

/** What stands over the columns of an export, in the language of the user who takes it. */
export function useTableWords(): TableWords {
  const { t } = useLingui()
  return {
    yes: t`Yes`,
    no: t`No`,
    section: t`Section #`,
    imagen: t`image`,
    documento: t`document`,
    video: t`video`,
    line: t`Line of the answer`,
    signature: t`Signature`,
    facts: {
      code: t`Code`,
      id: t`ID`,
      createdAt: t`Date and time`,
      updatedAt: t`Last change`,
      receivedAt: t`Received`,
      state: t`State`,
      area: t`Area`,
      author: t`Answered by`,
      authorLogin: t`User`,
      authorFile: t`Staff number`,
      recipient: t`Recipient`,
      recipientDni: t`ID number`,
      recipientCuit: t`Tax number`,
      recipientEmail: t`E-mail`,
      recipientPhone: t`Phone`,
      recipientAddress: t`Home address`,
      address: t`Address of the answer`,
      latitude: t`Latitude`,
      longitude: t`Longitude`,
      paymentStatus: t`Payment`,
      paymentAmount: t`Amount to pay`,
      paymentCurrency: t`Currency`,
      paymentOrder: t`Order number`,
      paidAt: t`Paid on (the municipality’s clock)`,
      incident: t`Incident number`,
      version: t`Version of the form`,
    },
  }
}
