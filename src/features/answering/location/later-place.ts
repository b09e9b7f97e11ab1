import { laterOrNone } from '#ui/index.ts'
import type { PlaceOfQuestionProps } from '../form/form-context.ts'

/** Loaded with the first question answered by a location. Without this component the location can still be typed. */
export const LaterPlaceOfQuestion = laterOrNone<PlaceOfQuestionProps>(
  async () => (await import('./place-of-question.tsx')).PlaceOfQuestion,
)
