export { tellerOf } from './few.ts'
export { factsOf, type Facts } from './facts.ts'
export { localClock } from './local-clock.ts'
export { partsOfMeasure, type Measure } from './measures.ts'
export { outlineOf, type OutlinedQuestion, type OutlinedSection } from './outline.ts'
export * from './query.ts'
export * from './reply.ts'
export { singleAnswer } from './single-answers.ts'
export { crossFilterIn, statisticsOf, type Telling } from './statistics-of.ts'
export * from './totals.ts'
export * from './columns/bits.ts'
export { chosenIn, countSegment, type Counting, type SegmentReader } from './columns/count.ts'
export { frameOf, tellingFrame, unpackWhole } from './columns/frames.ts'
export { keptPlaces, rangeOf, type Among } from './columns/look.ts'
export { Part } from './columns/part.ts'
export {
  clearSlot,
  putAnswer,
  segmentOf,
  STATISTICS_VERSION,
  takeAnswerOut,
  type PartName,
  type SegmentParts,
} from './columns/segment.ts'
export { answerSums, sumsOfPart, type AnswerSums } from './columns/sums.ts'
export { statisticsOfWhole, wantedOf, WholeWriter, type Whole, type WholeTelling } from './columns/whole.ts'
export type * from './documents.ts'
export * from './api.ts'
