import { laterOrNone } from '#ui/index.ts'
import type { PlaceOfQuestionProps } from '../form/form-context.ts'

/** Fetched with the first question that asks where. When it cannot be had, the place is typed. */
export const LaterPlaceOfQuestion = laterOrNone<PlaceOfQuestionProps>(
  async () => (await import('./place-of-question.tsx')).PlaceOfQuestion,
)
