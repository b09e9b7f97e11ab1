import type { TemplateProblem } from '#domain/templates/index.ts'
import { useEditor } from '../store/editor-context.tsx'

const NONE: readonly TemplateProblem[] = []

/** @returns problems of a section, condition, question or option; empty before the first attempt to save */
export function usePartProblems(key: string): readonly TemplateProblem[] {
  return useEditor((state) => state.problemsOf.get(key)) ?? NONE
}
