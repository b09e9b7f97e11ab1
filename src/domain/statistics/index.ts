export { createCountMask } from './few.ts'
export { extractFacts, type AnswerFacts } from './facts.ts'
export { localClock } from './local-clock.ts'
export { parseMeasure, type Measure } from './measures.ts'
export { buildOutline, type OutlinedQuestion, type OutlinedSection } from './outline.ts'
export * from './query.ts'
export * from './reply.ts'
export { singleAnswer } from './single-answers.ts'
export { buildCrossFilter, buildStatistics, createValueTest, type StatisticsContext } from './build-statistics.ts'
export * from './totals.ts'
export * from './columns/bits.ts'
export { matchCrossFilter, countSegment, needsColumns, type CountOptions, type SegmentReader } from './columns/count.ts'
export { encodeFrame, encodeLastFrame, decodeFrames } from './columns/frames.ts'
export { findMatchingPlaces, filterTimeRange, type AnswerPredicate } from './columns/find-places.ts'
export { ColumnPart } from './columns/part.ts'
export {
  clearSlot,
  addAnswer,
  segmentName,
  STATISTICS_VERSION,
  removeAnswer,
  type PartName,
  type SegmentParts,
} from './columns/segment.ts'
export { answerSums, sumsOfPart, type AnswerSums } from './columns/sums.ts'
export {
  computeOnDevice,
  listNeededParts,
  WholeFormWriter,
  type WholeForm,
  type WholeFormContext,
} from './columns/whole-form.ts'
export type * from './documents.ts'
export * from './api.ts'
