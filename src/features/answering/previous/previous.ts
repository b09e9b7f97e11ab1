/** Bundles the prefill features in one file. */
export { CopyLastAnswer, CopyRowAboveOffer } from './copy-last.tsx'
