import { laterOrNone } from '#ui/index.ts'
import type { PlaceOfQuestionProps } from '../form/form-context.ts'

/** Loaded with the first question answered by a location; without it the location is typed. */
export const LaterPlaceOfQuestion = laterOrNone<PlaceOfQuestionProps>(
  async () => (await import('./place-of-question.tsx')).PlaceOfQuestion,
)
