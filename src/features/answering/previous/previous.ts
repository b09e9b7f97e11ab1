/** Bundles the prefill features in one file. */
export { CopyLastAnswerButton, AddRowLikeLastButton } from './copy-last.tsx'
