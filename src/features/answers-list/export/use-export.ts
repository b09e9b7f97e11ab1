import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { generateCsv } from '#domain/integrations/index.ts'
import type { RequestOutcome } from '#domain/endpoints/index.ts'
import type { ExportBatch, TableTexts } from '#domain/exports/index.ts'
import { downloadFile, useEndpointCall } from '#ui/index.ts'
import {
  runExport,
  type ExportOutcome,
  type ArchiveContents,
  type ExportStage,
  type ExportRequest,
} from './run-export.ts'

export type ExportState =
  | { readonly kind: 'asked' }
  | ExportStage
  | Exclude<ExportOutcome, { readonly kind: 'file' | 'cancelled' }>
  | { readonly kind: 'done'; readonly name: string; readonly answers: number; readonly held?: ArchiveContents }

/** Runs one export at a time, while its dialog is open. */
export function useExport() {
  const texts = useTableTexts()
  const { act } = useEndpointCall(generateCsv)
  const [state, setState] = useState<ExportState>({ kind: 'asked' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(exportRequest: ExportRequest): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const tell = (now: ExportState) => {
      if (!signal.aborted) setState(now)
    }
    tell({ kind: 'taking', percent: 0 })
    // Loads the writer with the first export.
    const files = await import('#documents/index.ts').catch(() => null)
    if (files === null) return tell({ kind: 'offline' })
    const ended = await runExport(exportRequest, {
      ask: async (body) => (await act({ body })) as RequestOutcome<ExportBatch>,
      open: () => files.openExport({ texts: texts, origin: location.origin }),
      tell,
      wait: (milliseconds) => waitUntilOnline(milliseconds, signal),
      signal,
    })
    if (ended.kind === 'cancelled') return
    if (ended.kind !== 'file') return tell(ended)
    const name = `respuestas_${formatToday()}.${exportRequest.format}`
    if (!signal.aborted) downloadFile(ended.file, name, ended.file.type)
    const { answers, held } = ended
    tell({ kind: 'done', name, answers, ...(held === undefined ? {} : { held }) })
  }

  return {
    state,
    run: (exportRequest: ExportRequest) => void run(exportRequest),
    cancel: () => {
      running.current?.abort()
      setState({ kind: 'asked' })
    },
  }
}

/** Today as `2026-11-20`, for file names. */
function formatToday(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(now.getDate())}-${two(now.getMonth() + 1)}-${now.getFullYear()}`
}

function waitUntilOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/** Column headers of an export, in the user's language. */
function useTableTexts(): TableTexts {
  const { t } = useLingui()
  return {
    yes: t`Yes`,
    no: t`No`,
    section: t`Section #`,
    imagen: t`image`,
    documento: t`document`,
    video: t`video`,
    line: t`Answer row`,
    signature: t`Signature`,
    facts: {
      code: t`Code`,
      id: t`Answer ID`,
      createdAt: t`Date and time`,
      updatedAt: t`Last change`,
      receivedAt: t`Received`,
      state: t`State`,
      area: t`Area`,
      author: t`Author`,
      authorLogin: t`User`,
      authorFile: t`Staff number`,
      recipient: t`Recipient`,
      recipientDni: t`ID number`,
      recipientCuit: t`Tax number`,
      recipientEmail: t`E-mail`,
      recipientPhone: t`Phone`,
      recipientAddress: t`Home address`,
      address: t`Address`,
      latitude: t`Latitude`,
      longitude: t`Longitude`,
      paymentStatus: t`Payment`,
      paymentAmount: t`Payment amount`,
      paymentCurrency: t`Currency`,
      paymentOrder: t`Order number`,
      paidAt: t`Paid on (municipality’s time)`,
      incident: t`Incident number`,
      version: t`Form version`,
    },
  }
}
