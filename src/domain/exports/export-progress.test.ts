import { describe, expect, it } from 'vitest'
import type { ExportBatch } from './export-call.ts'
import { isExportComplete, computeExportPercent, updateExportProgress, type ExportProgress } from './export-progress.ts'

/** A batch of this many answers, whose contents are not read. */
const batch = (answers: number, total: number, hidden = 0): ExportBatch => ({
  status: 'ok',
  answers: Array.from({ length: answers }, () => ({})) as unknown as ExportBatch['answers'],
  lastDoc: null,
  total,
  hidden,
  versions: [],
})
const taken = (...batches: readonly ExportBatch[]): ExportProgress =>
  batches.reduce<ExportProgress | null>((before, one) => updateExportProgress(before, one), null) ??
  updateExportProgress(null, batch(0, 0))

describe('an export is whole', () => {
  it.each<[string, readonly ExportBatch[], boolean]>([
    ['when it has as many as the server counts', [batch(250, 400), batch(150, 400)], true],
    ['when there are none', [batch(0, 0)], true],
    ['with those that may not be seen counted', [batch(240, 400, 10), batch(150, 400)], true],
    ['not when one is missing', [batch(250, 400), batch(149, 400)], false],
    ['not when one came twice', [batch(250, 400), batch(151, 400)], false],
    ['when some came in meanwhile and were not met', [batch(250, 400), batch(150, 403)], true],
    ['when some came in meanwhile and were met', [batch(250, 400), batch(152, 403)], true],
    ['when some were deleted meanwhile', [batch(250, 400), batch(150, 398)], true],
    ['not with more than there ever were', [batch(250, 400), batch(154, 403)], false],
  ])('%s', (_, batches, whole) => expect(isExportComplete(taken(...batches))).toBe(whole))

  it('is said in percent, and 100 only by the file', () => {
    expect(computeExportPercent(taken(batch(250, 400)))).toBe(62)
    expect(computeExportPercent(taken(batch(250, 250)))).toBe(99)
    expect(computeExportPercent(taken(batch(0, 0)))).toBe(0)
  })
})
