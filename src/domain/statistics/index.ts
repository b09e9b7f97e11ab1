export { extractAnswerFacts, type AnswerFacts } from './facts.ts'
export { createLocalClock } from './local-clock.ts'
export * from './money.ts'
export { parseMeasure, type Measure } from './measures.ts'
export { buildOutline, type OutlinedQuestion, type OutlinedSection } from './outline.ts'
export * from './query.ts'
export * from './reply.ts'
export { findQuestionContent } from './single-answers.ts'
export { buildCrossFilter, buildStatistics, createValueTest, type StatisticsContext } from './build-statistics.ts'
export * from './totals.ts'
export * from './columns/bits.ts'
export { matchCrossFilter, countSegment, needsColumns, type CountOptions, type SegmentReader } from './columns/count.ts'
export { encodeFrame, encodeLastFrame, decodeFrames } from './columns/frames.ts'
export { findMatchingBits, computeFilterTimeRange, type AnswerPredicateFactory } from './columns/find-places.ts'
export { ColumnPart } from './columns/part.ts'
export {
  clearSlot,
  addAnswerToSegment,
  buildSegmentName,
  STATISTICS_VERSION,
  removeAnswerFromSegment,
  type PartName,
  type SegmentParts,
} from './columns/segment.ts'
export { computeAnswerSums, computePartSums, type AnswerSums } from './columns/sums.ts'
export {
  computeStatisticsOnDevice,
  listNeededParts,
  WholeFormWriter,
  type WholeFormColumns,
  type WholeFormContext,
} from './columns/whole-form.ts'
export type * from './documents.ts'
export * from './api.ts'
