/** Bundles the prefill features in one file. */
export { CopyLastAnswer, AddRowLikeLast } from './copy-last.tsx'
