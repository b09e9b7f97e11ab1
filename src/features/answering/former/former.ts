/** Bundles the prefill features in one file. */
export { CopyLastAnswer } from './like-last.tsx'
export { CopyRowAboveOffer } from './row-like-above.tsx'
