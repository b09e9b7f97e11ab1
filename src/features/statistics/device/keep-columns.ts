import { buildEndpointPath } from '#domain/endpoints/index.ts'
import { readStatisticsColumns } from '#domain/statistics/index.ts'
import type { Language, TemplateId } from '#domain/kernel/index.ts'
import { storeFigureColumns, readFigureColumns } from '#local/figures/index.ts'
import type { Local } from '#local/index.ts'
import { fetchFileBytes } from '#ui/index.ts'

/**
 * Milliseconds before columns are requested again. Columns are several megabytes, and the server needs seconds to
 * produce them.
 */
const FRESH_MS = 60 * 60 * 1000

/** Downloads the data from which a form's figures are computed offline. Ignores failures. */
export async function fetchFigureColumns(
  local: Local,
  { form, language, now }: { readonly form: TemplateId; readonly language: Language | undefined; readonly now: number },
): Promise<void> {
  const keptColumns = await readFigureColumns(local, form)
  if ((keptColumns !== undefined && Math.abs(now - keptColumns.receivedAt) < FRESH_MS) || isSavingData()) return
  const bytes = await fetchFileBytes(buildEndpointPath(readStatisticsColumns, { id: form, language }), local.account)
  if (bytes !== undefined) await storeFigureColumns(local, { form, receivedAt: now, bytes })
}

/** Whether the browser asks for reduced data use. */
function isSavingData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
