import { lazyPartOrNone } from '#ui/index.ts'
import type { LocationHelpProps } from '../form/form-context.ts'

/** Loaded with the first question answered by a location. Without this component the location can still be typed. */
export const LazyLocationHelp = lazyPartOrNone<LocationHelpProps>(
  async () => (await import('./place-of-question.tsx')).LocationHelp,
)
