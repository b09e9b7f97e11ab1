import { expose } from 'comlink'
import type { MinuteFormatter, TableTexts } from '#domain/exports/index.ts'
import { collectInBlobs } from './keep.ts'
import type { createExportWriter, ExportWriter } from './write-export.ts'

export type ExportSetting = { readonly texts: TableTexts; readonly origin: string }

const two = (number: number) => String(number).padStart(2, '0')

/** Formats an instant in the device's time zone, as `2026-11-22T15:04`. */
const formatMinute: MinuteFormatter = (instant) => {
  const at = new Date(instant)
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

const deps = {
  keep: collectInBlobs,
  fetch: (address: string) => fetch(address),
  wait: (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        removeEventListener('online', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      addEventListener('online', end)
    }),
}

let writer: Promise<ReturnType<typeof createExportWriter>> | undefined

/** Runs one export. Each export has a new worker. */
const exporter = {
  add: async (setting: ExportSetting, ...batch: Parameters<ExportWriter['add']>) => {
    writer ??= import('./write-export.ts').then(({ createExportWriter }) =>
      createExportWriter({ ...setting, minuteOf: formatMinute }, deps),
    )
    return (await writer).add(...batch)
  },
  finish: async (...how: Parameters<ExportWriter['finish']>) => {
    if (writer === undefined) throw new Error('Nothing was added')
    return (await writer).finish(...how)
  },
}
export type ExportWorkerApi = typeof exporter

expose(exporter)
